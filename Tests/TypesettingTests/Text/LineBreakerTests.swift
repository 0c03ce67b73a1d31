import Foundation
import Testing

@testable import Typesetting

@Suite struct `Line breaks` {
    /// The text with a bar at each permitted break.
    private func parts(_ text: String) -> String {
        var segments: [LineSegment] = []
        LineSegmenter.read(text.utf8.span) { segments.append($0) }
        let bytes = Array(text.utf8)
        return segments.map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
            .joined(separator: "|")
    }

    @Test func `lines break after a hyphen or slash only with two letters on either side`() {
        #expect(parts("well-known e-mail COVID-19 --option") == "well-|known|e-mail|COVID-19|--option")
        #expect(parts("and/or km/h 1/2 usr/local/bin") == "and/|or|km/h|1/2|usr/|local/|bin")
    }

    @Test func `numbers keep their signs and units`() {
        #expect(parts("$100 50% −5 1,000.5 12:30 (3)") == "$100|50%|−5|1,000.5|12:30|(3)")
        #expect(parts("1999–2026 100€ №5") == "1999–2026|100€|№5")
    }

    @Test func `closing signs end lines, and opening ones begin them`() {
        #expect(parts("「日本」と言う。") == "「日|本」|と|言|う。")
        #expect(parts("(one two) [three] “four five”") == "(one|two)|[three]|“four|five”")
        #expect(parts("« Oui » dit-il !") == "« Oui »|dit-|il !")
    }

    @Test func `small kana and long marks don't begin lines`() {
        #expect(parts("チョコレート") == "チョ|コ|レー|ト")
    }

    @Test func `Chinese quotation marks need no spaces around them`() {
        #expect(parts("他说“你好”然后走") == "他|说|“你|好”|然|后|走")
        #expect(parts("it’s the ‘end’ of “it”.") == "it’s|the|‘end’|of|“it”.")
    }

    @Test func `Korean breaks at its spaces`() {
        #expect(parts("한국어는 띄어쓰기를 합니다(그렇다)고") == "한국어는|띄어쓰기를|합니다(그렇다)고")
    }

    @Test func `dashes stay with the word before them`() {
        #expect(parts("word—word – and —dijo") == "word—|word|–|and|—dijo")
        #expect(parts("破折号——就是") == "破|折|号——|就|是")
    }

    @Test func `flags, jamo and marks stay together`() {
        #expect(parts("🇩🇪🇫🇷") == "🇩🇪|🇫🇷")
        #expect(parts("e\u{301}\u{302}a") == "e\u{301}\u{302}a")
    }

    @Test func `break hints, joiners and no-break spaces are obeyed`() {
        #expect(
            parts("donau\u{200B}dampf a\u{2060}-\u{2060}b 10\u{A0}km") == "donau|dampf|a\u{2060}-\u{2060}b|10\u{A0}km")
    }

    @Test func `words longer than a line are cut at signs, and leave no single cell`() {
        #expect(
            lines("https://example.org/a/long/path?query=1&more=2", 16) == [
                "https://", "example.org/a/", "long/path?", "query=1&more=2"
            ])
        #expect(lines("abcdefghi", 8) == ["abcdefg", "hi"])
        #expect(lines("an identifier_with_underscores", 14) == ["an", "identifier_", "with_", "underscores"])
    }

    @Test func `a soft hyphen is only visible at a line break`() {
        #expect(lines("Donau\u{AD}dampf\u{AD}schiff", 11) == ["Donaudampf-", "schiff"])
        #expect(lines("Donau\u{AD}dampf\u{AD}schiff", 10) == ["Donau-", "dampf-", "schiff"])
        #expect(lines("Donau\u{AD}dampf\u{AD}schiff", 16) == ["Donaudampfschiff"])
    }

    @Test func `Thai is broken between clusters, but not before a following vowel`() {
        let text = "ภาษาไทยเขียนโดยไม่มีช่องว่างระหว่างคำ"
        for width in 2...20 {
            let lines = lines(text, width)
            #expect(lines.joined() == text)
            #expect(lines.allSatisfy { $0.cellWidth <= width })
        }
        #expect(lines(text, 12).allSatisfy { $0.unicodeScalars.first != "า" })
    }

    private func lines(_ text: String, _ width: Int) -> [String] {
        Document(blocks: [.paragraph([.text(text)])]).lines(width: width).map(\.text)
    }
}

/// Unicode's own test of line breaking, if installed (Debian: unicode-data) or named by `LEDE_UNICODE`.
@Suite struct `Unicode's test of line breaking` {
    private static let path =
        (ProcessInfo.processInfo.environment["LEDE_UNICODE"] ?? "/usr/share/unicode") + "/auxiliary/LineBreakTest.txt"

    /// Intended differences, by the classes in the test's comments.
    private static let tailored: [(reason: String, signs: [String])] = [
        (
            "spaces at the start of a line are part of what follows",
            ["× [0.3] SPACE (SP)", "÷ [4.0] SPACE (SP)", "÷ [5.03] SPACE (SP)"]
        ),
        ("no line begins with a dash", ["(B2)"]), ("Korean breaks at spaces", ["HANGUL"]),
        ("a path after a space may begin a line", ["(SY)"]), ("Unicode 16 on quotation marks", ["(QU)"]),
        ("hyphens leave no stumps", ["(HY)"]), ("Unicode 16 on numbers after a full stop", ["(IS)"])
    ]

    @Test(.enabled(if: FileManager.default.fileExists(atPath: path)))
    func `Unicode's test of line breaking passes, except for tailored rules`() throws {
        let lines = try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n")
        var cases = 0
        var differences: [String: Int] = [:]
        for line in lines {
            guard let test = BreakTest(line) else { continue }
            cases += 1
            var ends: [Int] = []
            LineSegmenter.read(test.text.span) { ends.append($0.next) }
            guard ends != test.breaks else { continue }
            let reason = Self.tailored.first { $0.signs.contains { test.comment.contains($0) } }?.reason
            if reason == nil { Issue.record("\(line)") }
            differences[reason ?? "", default: 0] += 1
        }
        let different = differences.values.reduce(0, +)
        print("Line breaking: \(cases - different) of \(cases) agree; \(differences.sorted { $0.value > $1.value })")
        #expect(cases > 6000 && different * 8 < cases)
    }
}

/// A line of the test: code points separated by signs that say whether a line may break.
private struct BreakTest {
    var text: [UInt8] = []
    var breaks: [Int] = []
    let comment: Substring

    /// Nil if the line has no test, or line ends that clean text doesn't have.
    init?(_ line: Substring) {
        guard line.hasPrefix("×"), let sign = line.firstIndex(of: "#") else { return nil }
        comment = line[sign...]
        for word in line[..<sign].split(whereSeparator: \.isWhitespace) {
            if word == "÷" { breaks.append(text.count) }
            guard let value = UInt32(word, radix: 16) else { continue }
            guard value != 0x0D, value != 0x85, let scalar = UnicodeScalar(value) else { return nil }
            text.append(contentsOf: String(scalar).utf8)
        }
    }
}
