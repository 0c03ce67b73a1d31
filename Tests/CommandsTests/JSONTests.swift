import Foundation
import TestSupport
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

@Suite struct `JSON for programs` {
    private let home: Home
    private let server: LoopbackServer

    init() async throws {
        server = try LoopbackServer { request in
            if request.path == "/gone" { return Answer(404) }
            let items = [SampleFeed.Item(title: "One", body: "<p>The text</p>"), SampleFeed.Item(title: "Two")]
            return Answer(200, body: SampleFeed(title: "The News", items: items).atom)
        }
        home = try Home()
        try home.write(urls: [server.url("/feed") + " comics", server.url("/gone")])
        _ = try await home.run("refresh")
    }

    @Test(arguments: [
        (["items"], ["items"]), (["show", "1"], ["items", "show"]), (["feeds"], ["feeds"]), (["stats"], ["stats"]),
        (["rules", "preview", "on new title = \"One\" do star"], ["rules preview"]),
        (["config", "show"], ["config show"])
    ])
    func `JSON has the keys that the guide lists, in its order`(words: [String], sections: [String]) async throws {
        let run = try await home.run(words + ["--json"])
        #expect(run.status == 0 && run.errors.isEmpty)
        let keys = try sections.flatMap { try Self.keys(of: "lede \($0) --json") }
        for line in run.output.split(separator: "\n") { #expect(try Self.keys(in: line) == keys) }
        #expect(!keys.isEmpty && !run.output.isEmpty)
    }

    @Test func `JSON of an article on a page has the keys that the guide lists`() async throws {
        let run = try await home.run("extract", "--json", input: "<p>A mill stood by a river, alone.</p>")
        #expect(try Self.keys(in: run.output.dropLast()) == Self.keys(of: "lede extract --json"))
    }

    @Test func `JSON of a search also has the snippet`() async throws {
        let run = try await home.run("search", "--json", "text")
        #expect(try Self.keys(in: run.output.dropLast()) == Self.keys(of: "lede items --json") + ["snippet"])
    }

    @Test func `JSON of config problems has the keys that the guide lists`() async throws {
        try home.write(config: "no-such-thing 1\ntext-width much\n")
        let lines = try await home.run("config", "check", "--json").output.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines { #expect(try Self.keys(in: line) == Self.keys(of: "lede config check --json")) }
    }

    @Test func `JSON of the doctor has the checks, then the feeds`() async throws {
        let lines = try await home.run("doctor", "--json").output.split(separator: "\n")
        let documented = try Self.keys(of: "lede doctor --json")
        let ofChecks = documented.prefix { $0 != "feed" }
        let checks = lines.prefix { $0.hasPrefix("{\"check\"") }
        #expect(!checks.isEmpty && lines.count == checks.count + 2)
        for line in checks { #expect(try Self.keys(in: line) == Array(ofChecks)) }
        for line in lines[checks.count...] { #expect(try Self.keys(in: line) == Array(documented[ofChecks.count...])) }
        #expect(lines.joined().contains("\"history\":[{\"date\":"))
    }

    @Test func `JSON of a refresh has the keys for each result`() async throws {
        let documented = try Self.keys(of: "lede refresh --json")
        let run = try await home.run("refresh", "--json", server.url("/feed"), server.url("/gone"))
        #expect(run.output.split(separator: "\n").count == 2)
        for line in run.output.split(separator: "\n") {
            let keys = try Self.keys(in: line)
            #expect(keys.starts(with: ["url", "result"]) && keys == documented.filter(keys.contains))
        }
    }

    @Test func `JSON of an export has the feeds, then the items`() async throws {
        let run = try await home.run("export", "json")
        let lines = run.output.split(separator: "\n")
        #expect(
            lines.map { $0.prefix(14) } == [
                #"{"type":"feed""#, #"{"type":"feed""#, #"{"type":"item""#, #"{"type":"item""#
            ])
        #expect(try Self.keys(in: lines[0]) == ["type"] + Self.keys(of: "lede feeds --json"))
        let item = try Self.keys(of: "lede items --json") + Self.keys(of: "lede show --json")
        #expect(try Self.keys(in: lines[3]) == ["type"] + item)
    }

    @Test func `any JSON parser can read the JSON`() async throws {
        for words in [
            ["items", "--json"], ["show", "1", "--json"], ["feeds", "--json"], ["stats", "--json"], ["export", "json"]
        ] {
            let lines = try await home.run(words).output.split(separator: "\n")
            #expect(!lines.isEmpty)
            for line in lines {
                #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
            }
        }
    }

    /// The keys of an object in order, without those of inner objects.
    private static func keys(in line: Substring) throws -> [String] {
        var keys: [String] = []
        var depth = 0
        var string: String?
        var last = ""
        var isEscaped = false
        for character in line {
            if let begun = string {
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    (last, string) = (begun, nil)
                    continue
                }
                string = begun + String(character)
            } else if character == "\"" {
                string = ""
            } else if character == ":", depth == 1 {
                keys.append(last)
            } else if "{[".contains(character) {
                depth += 1
            } else if "}]".contains(character) {
                depth -= 1
            }
        }
        return keys
    }

    /// The keys that the guide lists below a heading.
    private static func keys(of heading: String) throws -> [String] {
        let lines = try ProjectFile.text("Documentation/reference/json.md").split(separator: "\n")
        let section = try #require(lines.firstIndex { $0 == "## " + heading })
        return lines[(section + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| `") }
            .flatMap { $0.split(separator: "|")[0].split(separator: "`").filter { $0 != " " }.map(String.init) }
    }
}
