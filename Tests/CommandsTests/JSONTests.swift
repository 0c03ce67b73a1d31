import Foundation
import Testing

@testable import Commands

@Suite struct `A JSON document` {
    @Test func `JSON keeps the order of its keys`() {
        let document = JSON.object(["z": .integer(1), "a": .array([.null, .bool(true)]), "m": .string("x")])
        #expect(document.text == #"{"z":1,"a":[null,true],"m":"x"}"#)
    }

    @Test func `JSON escapes all characters that could control a terminal`() {
        let text = "\u{1B}[31m\u{7}\u{9B}\u{202E}\u{2066}\u{E0041}\u{FEFF}\u{10EEEE}\n\t\"\\"
        #expect(
            JSON.string(text).text
                == #""\u001b[31m\u0007\u009b\u202e\u2066\udb40\udc41\ufeff\udbfb\udeee\n\t\"\\""#)
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_709_251_199.999, "2024-02-29T23:59:59Z"), (-0.5, "1969-12-31T23:59:59Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z")
    ])
    func `dates in JSON are in UTC, to the second`(seconds: Double, text: String) {
        #expect(Date(timeIntervalSince1970: seconds).rfc3339 == text)
    }

    @Test func `JSON elements are made one by one, and written in pieces`() {
        var made = 0
        var pieces: [(size: Int, made: Int)] = []
        var writer = JSONWriter { pieces.append((size: $0.count, made: made)) }
        let elements = (0..<100_000).lazy.map { index in
            made += 1
            return JSON.string("element \(index)")
        }
        writer.write(.array(elements))
        writer.finish(with: "\n")
        #expect(pieces.count > 10 && pieces.allSatisfy { $0.size < 100_000 })
        #expect((pieces.first?.made ?? 0) < 10_000)
        #expect(made == 100_000)
    }

    @Test func `any text in JSON is read back unchanged`() throws {
        let text = String(String.UnicodeScalarView((0...0x2FFFF).compactMap(Unicode.Scalar.init)))
        let read = try JSONDecoder().decode([String].self, from: Data(JSON.array([.string(text)]).text.utf8))
        #expect(Array(read[0].unicodeScalars) == Array(text.unicodeScalars))
    }
}

@Suite struct `The date in OPML` {
    @Test func `the date in OPML looks like a date in mail`() {
        #expect(Date(timeIntervalSince1970: 1_795_262_400).rfc822 == "Sat, 21 Nov 2026 12:00:00 GMT")
    }
}
