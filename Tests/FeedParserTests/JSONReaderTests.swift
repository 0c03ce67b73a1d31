import FeedParser
import Testing

/// The title of a JSON Feed whose text continues like this after its version.
private func title(_ rest: String) throws -> String? { try title(Array(rest.utf8)) }

private func title(_ rest: [UInt8]) throws -> String? {
    try FeedParser.parse(Array(#"{"version": "https://jsonfeed.org/version/1.1", "items": [], "title": "#.utf8) + rest)
        .title
}

@Suite struct `JSON documents` {
    @Test(arguments: [
        (#""\u0041\u00e9\u20AC\ud83d\ude00""#, "Aé€😀"), (#""a\/b\"c\\d""#, #"a/b"c\d"#), (#""a\tb\nc""#, "a b c"),
        (#""\'\é\x""#, "'éx")
    ])
    func `escapes in JSON are decoded`(text: String, meant: String) throws {
        #expect(try title(text + "}") == meant)
    }

    @Test(arguments: [#""a\ud83db""#, #""a\ude00b""#, #""a\u12zb""#])
    func `half characters in JSON are replaced`(text: String) throws {
        #expect(try title(text + "}")?.hasPrefix("a\u{FFFD}") == true)
    }

    @Test func `JSON strings may contain control characters`() throws {
        #expect(try title("\"a\u{0}\u{1B}b\nc\\u0007d\"}") == "ab cd")
    }

    @Test(arguments: [
        #""x",}"#, #""x",,"a":[1,2,],}"#, #""x" "a": 1}"#, #""x"} and more"#, #""x"}{"title": "y"}"#, #""x", "a": }"#,
        #""x", "a": NaN, "b": undefined}"#, "\"x\"}\u{0}"
    ])
    func `small mistakes in JSON are accepted`(rest: String) throws {
        #expect(try title(rest) == "x")
    }

    @Test func `JSON may begin with a byte order mark`() throws {
        #expect(
            try FeedParser.parse(
                Array("\u{FEFF} {\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"x\"}".utf8)
            ).title == "x")
    }

    @Test(arguments: [
        (#""x""#, "the document ends inside an object"), (#""x"#, "the document ends inside a string"),
        (#""x", "a": [1, {"b": [2"#, "the document ends inside a value"),
        (#""x", "items": [{"id": "1"}"#, "the document ends inside an array"),
        (#""x", "a" 1}"#, "expected a colon after a key"),
        (#""x", a: 1}"#, "expected a key or the end of an object"),
        (#""say "x" twice"}"#, "expected a key or the end of an object"), (#"<b>"#, "expected a value"),
        (#""x", "items": [}"#, "expected an element or the end of an array")
    ])
    func `broken JSON is reported with its line and the reason`(rest: String, reason: String) {
        let document = "{\"version\": \"https://jsonfeed.org/version/1.1\",\n\"title\": " + rest
        #expect(failure(Array(document.utf8)) == .brokenJSON(line: 2, reason: reason))
    }

    @Test func `broken JSON without a sign of a feed is not a feed`() {
        #expect(failure(Array("{\n\"a\": 1,\n%".utf8)) == .notAFeed("a JSON document with an error in line 3"))
    }

    @Test func `unused JSON may be nested to any depth`() throws {
        let depth = 1_000_000
        let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        #expect(try title(#""x", "a": \#(deep)}"#) == "x")
        #expect(
            failure(
                Array(
                    (#"{"version": "https://jsonfeed.org/version/1.1", "a": "# + String(repeating: "[{", count: depth))
                        .utf8)) != nil)
    }
}

@Suite struct `Damaged JSON Feeds` {
    @Test(arguments: ["json-feed-1.1.json", "json-feed-1.0.json"])
    func `a JSON Feed that is cut off anywhere fails`(name: String) throws {
        let document = try Fixture.bytes(name)
        let end = try #require(document.lastIndex(of: UInt8(ascii: "}")))
        for length in 0..<end { #expect(failure(Array(document[..<length])) != nil, "cut at \(length)") }
    }

    @Test(arguments: [UInt8(0), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "]"), 0xFF])
    func `a JSON Feed with any damaged byte gives a result without a crash`(byte: UInt8) throws {
        let document = try Fixture.bytes("json-feed-1.1.json")
        for index in stride(from: 0, to: document.count, by: 4) {
            var spoilt = document
            spoilt[index] = byte
            _ = failure(spoilt)
        }
    }
}
