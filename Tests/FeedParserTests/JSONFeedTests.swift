import FeedParser
import Foundation
import Testing

/// A JSON Feed with one item of these members, for tests of one detail.
private func item(_ members: String) throws -> ParsedItem {
    let document = #"{"version": "https://jsonfeed.org/version/1.1", "items": [{\#(members)}]}"#
    return try #require(try FeedParser.parse(Array(document.utf8)).items.first)
}

private func feed(_ members: String, baseURL: String? = nil) throws -> ParsedFeed {
    let document = #"{"version": "https://jsonfeed.org/version/1.1", \#(members)}"#
    return try FeedParser.parse(Array(document.utf8), baseURL: baseURL)
}

@Suite struct `JSON Feeds` {
    @Test func `a JSON Feed gives the feed's data`() throws {
        let feed = try Fixture.feed("json-feed-1.1.json")
        #expect(feed.format == .jsonFeed11)
        #expect(feed.title == "Harbour & Tide")
        #expect(feed.link == "https://harbour.example/")
        #expect(feed.description == "What the sea brings in")
        #expect(feed.language == "en-GB")
        #expect(feed.image == "https://harbour.example/icon.png")
        #expect(feed.authors == ["Ines", "Tomas"])
        #expect(feed.selfLink == "https://harbour.example/feed.json")
        #expect(feed.hubs == ["https://hub.example/"])
        #expect(feed.items.count == 2)
    }

    @Test func `a JSON Feed gives everything of an item`() throws {
        let item = try #require(try Fixture.feed("json-feed-1.1.json").items.first)
        #expect(item.id == "https://harbour.example/2026/fog")
        #expect(item.link == "https://harbour.example/2026/fog")
        #expect(item.title == "Fog")
        #expect(item.content == #"<p>Thick as <a href="https://harbour.example/wool">wool</a>.</p>"#)
        #expect(item.summary == "<p>Wool &amp; worse</p>")
        #expect(item.published == (try Date(utc: "2026-10-31T05:15:00Z")))
        #expect(item.updated == (try Date(utc: "2026-10-31T07:00:00Z")))
        #expect(item.categories == ["weather", "sea"])
        #expect(item.authors == ["Lotte"])
        #expect(item.image == "https://harbour.example/fog.jpg")
        #expect(item.language == "en")
        #expect(item.episode == ParsedEpisode(duration: 12))
        #expect(
            item.enclosures == [
                ParsedEnclosure(url: "https://harbour.example/fog-horn.mp3", type: "audio/mpeg", length: 480_123)
            ])
    }

    @Test func `a JSON Feed's authors are inherited by items without any`() throws {
        #expect(try Fixture.feed("json-feed-1.1.json").items.map(\.authors) == [["Lotte"], ["Ines", "Tomas"]])
        #expect(try Fixture.feed("json-feed-1.0.json").items.map(\.authors) == [["A guest"], ["Mara"]])
    }

    @Test func `plain text in a JSON Feed becomes paragraphs and lines`() throws {
        let item = try #require(try Fixture.feed("json-feed-1.1.json").items.last)
        #expect(item.content == "<p>High water at 4 &lt; 5.<br>Low water at noon.</p><p>Mind the steps.</p>")
    }

    @Test(arguments: [
        ("https://jsonfeed.org/version/1", FeedFormat.jsonFeed10), ("http://jsonfeed.org/version/1.0/", .jsonFeed10),
        ("https://www.jsonfeed.org/version/1.1", .jsonFeed11), ("https://example.org/version/1.1", .jsonFeed11),
        ("1", .jsonFeed10), ("1.0", .jsonFeed10), ("1.1", .jsonFeed11)
    ])
    func `a JSON Feed is recognised by its version in any form`(version: String, format: FeedFormat) throws {
        let feed = try FeedParser.parse(Array(#"{"items": [], "version": "\#(version)"}"#.utf8))
        #expect(feed.format == format)
    }

    @Test func `a JSON Feed without a version is recognised by its own keys`() throws {
        let document = #"{"feed_url": "https://a.example/feed", "items": [{"id": "1"}]}"#
        #expect(try FeedParser.parse(Array(document.utf8)).items.map(\.id) == ["1"])
    }

    @Test(arguments: [
        #"{"version": "1.1.0", "items": [{"id": 1}]}"#, #"{"name": "lede", "version": "1.1"}"#, "[1, 2]", "{}",
        #"{"error": "Not found"}"#
    ])
    func `other JSON documents aren't feeds`(document: String) {
        #expect(failure(Array(document.utf8)) == .notAFeed("a JSON document"))
    }

    @Test func `a JSON Feed's ids may be numbers`() throws {
        #expect(try item(#""id": 1234567890123456789012"#).id == "1234567890123456789012")
        #expect(try item(#""id": -1.5e3"#).id == "-1.5e3")
    }

    @Test func `a JSON Feed's item without a page links to its subject`() throws {
        #expect(try item(#""external_url": "https://b.example/""#).link == "https://b.example/")
        #expect(
            try item(#""external_url": "https://b.example/", "url": "https://a.example/""#).link == "https://a.example/"
        )
        #expect(try item(#""id": "https://c.example/1""#).link == "https://c.example/1")
        #expect(try item(#""id": "tag:c.example,2026:1""#).link == nil)
    }

    @Test func `a JSON Feed's links start from its own URL, then from stated ones`() throws {
        let members = #""feed_url": "https://a.example/x/feed.json", "items": [{"url": " one.html\n"}]"#
        #expect(try feed(members).items.first?.link == "https://a.example/x/one.html")
        #expect(try feed(members, baseURL: "https://b.example/y/").items.first?.link == "https://b.example/y/one.html")
        let home = #""items": [{"url": "/two"}], "home_page_url": "https://c.example/""#
        #expect(try feed(home).items.first?.link == "https://c.example/two")
    }

    @Test func `a JSON Feed's banner is used if there is no image`() throws {
        #expect(try item(#""banner_image": "https://a.example/b""#).image == "https://a.example/b")
        #expect(try item(#""image": "https://a.example/a", "banner_image": "https://a.example/b""#).image?.last == "a")
    }

    @Test func `a JSON Feed's very long base URL isn't copied to every link`() throws {
        let base = "https://a.example/" + String(repeating: "b", count: 8000) + "/"
        let items = String(repeating: #"{"url": "c"},"#, count: 10_000)
        let document = #"{"feed_url": "\#(base)", "version": "1.1", "items": [\#(items)]}"#
        let feed = try FeedParser.parse(Array(document.utf8))
        #expect(feed.items.reduce(0) { $0 + ($1.link?.utf8.count ?? 0) } < 20_000_000)
    }

    @Test func `a JSON Feed may have a single value instead of a list`() throws {
        let item = try item(
            #""authors": {"name": "Ana"}, "tags": "x", "attachments": {"url": "https://a.example/b", "size_in_bytes": "7"}"#
        )
        #expect(item.authors == ["Ana"])
        #expect(item.categories == ["x"])
        #expect(item.enclosures == [ParsedEnclosure(url: "https://a.example/b", length: 7)])
    }

    @Test func `a Flash player isn't a file of a JSON Feed's item`() throws {
        let flash = #"{"url": "https://a.example/1", "mime_type": "application/x-shockwave-flash"}"#
        let item = try item(#""attachments": [\#(flash), {"url": "https://a.example/b"}]"#)
        #expect(item.enclosures == [ParsedEnclosure(url: "https://a.example/b")])
    }

    @Test func `a JSON Feed's authors override its author, in either order`() throws {
        #expect(try item(#""authors": [{"name": "A"}], "author": {"name": "B"}"#).authors == ["A"])
        #expect(try item(#""author": {"name": "B"}, "authors": [{"name": "A"}]"#).authors == ["A"])
        #expect(try item(#""author": "B", "authors": []"#).authors == ["B"])
    }

    @Test func `a JSON Feed's values of wrong types are left out`() throws {
        let item = try item(
            #""title": [1], "url": 7, "content_html": false, "tags": {"a": 1}, "date_published": 0, "summary": null"#)
        #expect(item == ParsedItem())
        #expect(try feed(#""title": {"a": "b"}, "items": [null, 5, "s", [], {"id": "1"}]"#).items.map(\.id) == ["1"])
    }

    @Test func `the last of several equal keys in a JSON Feed counts`() throws {
        let feed = try feed(#""title": "a", "title": "b", "items": [{"id": "1"}], "items": [{"id": "2"}]"#)
        #expect(feed.title == "b")
        #expect(feed.items.map(\.id) == ["2"])
    }

    @Test(arguments: [#""size_in_bytes": -1"#, #""size_in_bytes": 1e300"#, #""size_in_bytes": "big""#])
    func `impossible sizes in a JSON Feed are left out`(size: String) throws {
        let item = try item(#""attachments": [{"url": "https://a.example/b", \#(size)}]"#)
        #expect(item.enclosures.map(\.length) == [nil])
    }

    @Test func `a JSON Feed with too many tags is refused`() {
        let tags = (0...400_000).map { #""\#($0)""# }.joined(separator: ",")
        let document = #"{"version": "1.1", "items": [{"tags": [\#(tags)]}]}"#
        #expect(failure(Array(document.utf8)) == .tooLarge("more than 400000 categories, authors and files"))
    }

    @Test func `a JSON Feed with too many items is refused`() {
        let items = String(repeating: "{},", count: 100_001)
        #expect(
            failure(Array(#"{"version": "1.1", "items": [\#(items)]}"#.utf8)) == .tooLarge("more than 100000 items"))
    }
}

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
