import FeedParser
import Foundation
import TestSupport
import Testing

struct HostileTests {
    /// The document with the path of a file in place of SECRET.
    private func document(_ fixture: String, pointingAt file: URL) throws -> [UInt8] {
        Array(String(decoding: try Fixture.bytes(fixture), as: UTF8.self).replacing("SECRET", with: file.path).utf8)
    }

    @Test func `the reason for a broken document doesn't mention libxml2's functions`() {
        #expect(
            failure(Array("<!DOCTYPE rss [<!ENT".utf8))
                == .brokenXML(line: 1, reason: "error detected in Markup declaration"))
    }

    @Test func `nested entities are not expanded`() throws {
        let feed = try Fixture.feed("hostile-billion-laughs.xml")
        #expect(feed.title?.contains("laughter") == false)
        #expect((feed.title ?? "").utf8.count < 100)
    }

    @Test func `files that a document refers to aren't read`() throws {
        let folder = URL(filePath: try TemporaryFolder.make(for: "secret"))
        defer { try? FileManager.default.removeItem(at: folder) }
        let secret = folder.appending(path: "secret.dtd")
        try Data("<!ENTITY secret 'stolen'>".utf8).write(to: secret)
        for fixture in ["hostile-external-entity.xml", "hostile-external-subset.xml"] {
            let feed = try FeedParser.parse(document(fixture, pointingAt: secret))
            #expect("\(feed)".contains("&secret;") || "\(feed)".contains("&amp;secret;"))
        }
    }

    @Test func `files that a document refers to aren't opened`() throws {
        let folder = URL(filePath: try TemporaryFolder.make(for: "pipe"))
        defer { try? FileManager.default.removeItem(at: folder) }
        // Opening the pipe for reading would wait for a writer, and the test would never end.
        let pipe = folder.appending(path: "pipe")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        for fixture in ["hostile-external-entity.xml", "hostile-external-subset.xml"] {
            #expect(try FeedParser.parse(document(fixture, pointingAt: pipe)).title != nil)
        }
    }

    @Test func `the words of a thousand nested levels are kept`() throws {
        let deep = String(repeating: "<b>", count: 1000) + "word" + String(repeating: "</b>", count: 1000)
        let document = rss(item: "<description>\(deep)</description><title>Title</title>")
        let item = try #require(FeedParser.parse(document).items.first)
        #expect(item.title == "Title")
        #expect(item.summary?.contains("word") == true)
    }

    @Test(arguments: ["rss-podcast.xml", "atom-blog.xml"])
    func `a feed with any damaged byte gives a result without a crash`(name: String) throws {
        let document = try Fixture.bytes(name)
        // All places would take half a minute. “make fuzz” tries more of them, and more bytes.
        for index in stride(from: 0, to: document.count, by: 4) {
            for byte: UInt8 in [0, 0x3C] {
                var spoilt = document
                spoilt[index] = byte
                _ = failure(spoilt)
            }
        }
    }

    @Test(arguments: ["\u{0}", "\u{1B}", "\u{8}", "\u{FFFF}"])
    func `characters that XML forbids are left out`(character: String) throws {
        #expect(try FeedParser.parse(rss(item: "<title>a\(character)b</title>")).items.first?.title == "ab")
    }

    @Test(arguments: ["&#27;", "&#0;", "&#xD800;", "&#x110000;", "&#99999999999999999999;"])
    func `invalid character numbers become the replacement character`(reference: String) throws {
        #expect(try FeedParser.parse(rss(item: "<title>a\(reference)b</title>")).items.first?.title == "a\u{FFFD}b")
    }

    @Test func `a text above 10 MB is too large`() {
        let document = rss(item: "<description>\(String(repeating: "x", count: 11 << 20))</description>")
        #expect(failure(document) == .tooLarge("more than 10 MB of text in one element"))
    }

    @Test(arguments: ["a\\0=''", "xmlns:a\\0='b'"])
    func `a hundred thousand attributes of one element are passed over, in time proportional to their number`(
        attribute: String
    ) throws {
        func document(_ count: Int) -> [UInt8] {
            let attributes = (0..<count).map { attribute.replacing("\\0", with: "\($0)") }.joined(separator: " ")
            return rss(item: "<a \(attributes)/><title>T</title>", attributes: attributes)
        }
        #expect(growsSteadily(from: 25_000) { _ = failure(document($0)) })
        #expect(try FeedParser.parse(document(100_000)).items.first?.title == "T")
    }

    @Test func `a usual prefix is understood even after more namespaces than are read`() throws {
        let declarations = (0..<5000).map { "xmlns:a\($0)='b\($0)'" }.joined(separator: " ")
        let open = (0..<150).map { "<a xmlns:a\($0)='b' xmlns:b\($0)='b'>" }.joined()
        let nested = open + String(repeating: "</a>", count: 150)
        let document = rss(
            item: nested + "<dc:title>T</dc:title>",
            attributes: declarations + " xmlns:dc='http://purl.org/dc/elements/1.1/'")
        #expect(try FeedParser.parse(document).items.first?.title == "T")
    }

    @Test func `entities that stand for more than 1 MB altogether are too large`() {
        let declaration = "<!DOCTYPE rss [<!ENTITY a '\(String(repeating: "x", count: 256))'>]>"
        let document = Array(declaration.utf8) + rss(item: "<title>\(String(repeating: "&a;", count: 5000))</title>")
        #expect(failure(document) == .tooLarge("more than 1 MB from entities"))
    }

    @Test func `declared default attributes are ignored`() throws {
        let declaration = "<!DOCTYPE rss [<!ATTLIST guid isPermaLink CDATA 'true'>]>"
        let document = Array(declaration.utf8) + rss(item: "<guid>1</guid>")
        #expect(try FeedParser.parse(document).items == [ParsedItem(id: "1")])
    }

    @Test func `a base URL doesn't make every link of a long feed huge`() throws {
        let base = "http://a.example/" + String(repeating: "b", count: 2000) + "/"
        let items = String(repeating: "<item><link>c</link></item>", count: 5000)
        let feed = try FeedParser.parse(rss(channel: items, attributes: "xml:base='\(base)'"))
        #expect(feed.items.reduce(0) { $0 + ($1.link?.utf8.count ?? 0) } < 17 << 20)
    }

    @Test func `a document with too many items is refused`() {
        #expect(
            failure(rss(channel: String(repeating: "<item/>", count: 100_000))) == .tooLarge("more than 100000 items"))
    }

    @Test func `an item with too many parts is refused`() {
        let document = rss(item: String(repeating: "<category>a</category>", count: 100_001))
        #expect(failure(document) == .tooLarge("more than 100000 parts of one item"))
    }

    @Test func `a document with too many categories is refused`() {
        let categories = (0..<50).map { "<category>\($0)</category>" }.joined()
        let document = rss(channel: String(repeating: "<item>\(categories)</item>", count: 8001))
        #expect(failure(document) == .tooLarge("more than 400000 categories, authors and files"))
    }

    @Test func `a feed's very long author isn't copied to every item`() throws {
        let name = String(repeating: "é", count: 100_000)
        let author = "<author><name>\(name)</name></author>"
        let atom = "<feed xmlns='http://www.w3.org/2005/Atom'>\(author)<entry/></feed>"
        let json = #"{"version": "1.1", "author": {"name": "\#(name)"}, "items": [{}]}"#
        for document in [atom, json] {
            let item = try #require(try FeedParser.parse(Array(document.utf8)).items.first)
            #expect(item.authors == [String(repeating: "é", count: 500)])
        }
    }

    @Test func `a feed has a limited number of authors`() throws {
        let authors = (0..<1000).map { "<author><name>\($0)</name></author>" }.joined()
        let document = "<feed xmlns='http://www.w3.org/2005/Atom'>\(authors)<entry/></feed>"
        #expect(try FeedParser.parse(Array(document.utf8)).items.first?.authors.count == 100)
    }

    @Test func `authors that would fill a feed's items aren't inherited`() throws {
        let names = (0..<100).map { "\($0)" + String(repeating: "x", count: 900) }
        let atom = names.map { "<author><name>\($0)</name></author>" }.joined()
        let json = names.map { "\"\($0)\"" }.joined(separator: ",")
        let entries = String(repeating: "<entry/>", count: 1000)
        let items = Array(repeating: "{}", count: 1000).joined(separator: ",")
        for document in [
            "<feed xmlns='http://www.w3.org/2005/Atom'>\(atom)\(entries)</feed>",
            #"{"version": "1.1", "authors": [\#(json)], "items": [\#(items)]}"#
        ] {
            let feed = try FeedParser.parse(Array(document.utf8))
            #expect(feed.authors.count == 100)
            #expect(feed.items.contains { !$0.authors.isEmpty } == false)
        }
    }

    @Test func `a JSON string above 10 MB is too large`() {
        let text = String(repeating: "x", count: 11 << 20)
        let document = #"{"version": "1.1", "title": "a", "feed_url": "b", "items": [{"content_html": "\#(text)"}]}"#
        #expect(failure(Array(document.utf8)) == .tooLarge("more than 10 MB of text in one element"))
    }

    @Test(arguments: ["<b a='\0'/>", "<b>\0</b>"])
    func `inline markup above 10 MB is too large`(markup: String) {
        let document = rss(
            item: "<description>\(markup.replacing("\0", with: String(repeating: "x", count: 11 << 20)))</description>")
        #expect(failure(document) == .tooLarge("more than 10 MB of text in one element"))
    }

    @Test func `texts above 64 MB after escaping are too large`() {
        let text = String(repeating: "\"", count: 1_900_000)
        let entries = String(repeating: "<entry><summary>\(text)</summary></entry>", count: 6)
        let document = Array("<feed xmlns='http://www.w3.org/2005/Atom'>\(entries)</feed>".utf8)
        #expect(failure(document) == .tooLarge("more than 64 MB of text in all items"))
    }

    @Test func `a very long plain text is left out`() throws {
        let text = String(repeating: "x", count: 3 << 20)
        let document = "<feed xmlns='http://www.w3.org/2005/Atom'><entry><summary>\(text)</summary></entry></feed>"
        #expect(try FeedParser.parse(Array(document.utf8)).items == [ParsedItem()])
    }

    @Test func `nested text that looks like tags is read only once`() throws {
        let document = rss(item: "<title>a & b <q1 \(String(repeating: "a=\"<q1\" ", count: 50_000))</title>")
        var title: String?
        let time = try processorTime { title = try FeedParser.parse(document).items.first?.title }
        #expect(title?.hasPrefix("a & b <q1 a=\"<q1\"") == true)
        #expect(time < .longestWork)
    }

    @Test func `a root that ends repeatedly isn't reopened for ever`() throws {
        let deep = (0..<150).map { "<x:a\($0)>" }.joined()
        let items = String(repeating: "</rss><item>", count: 2000)
        let feed = try FeedParser.parse(Array("<rss>\(deep)<channel>\(items)".utf8))
        #expect(feed.items.count < 2000)
    }

    @Test func `a link that is longer than URLs are stays unchanged`() throws {
        let link = String(repeating: "a/../", count: 2000)
        let document = rss(item: "<link>\(link)</link>", attributes: "xml:base='http://a.example/'")
        #expect(try FeedParser.parse(document).items.first?.link == link)
    }

    @Test func `an item without rare values takes little memory`() {
        #expect(MemoryLayout<ParsedItem>.stride <= 208)
    }

    @Test func `a very long base URL isn't copied to every link`() throws {
        let base = "http://a.example/" + String(repeating: "b", count: 100_000) + "/"
        let document = rss(item: "<link>c</link>", attributes: "xml:base='\(base)'")
        #expect(try FeedParser.parse(document).items.first?.link == "c")
    }

    @Test func `nothing is printed for a document with invalid encoding`() async throws {
        let run = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let prolog = "<?xml version='1.0' encoding='EUC-JP'?><rss version='2.0'><channel><title>"
            let document = Array(prolog.utf8) + [0xFF, 0xFF, 0xFF] + Array(repeating: 0x20, count: 10_000)
            #expect(throws: Never.self) { try FeedParser.parse(document) }
        }
        #expect(run.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
    }

    @Test func `many threads parse at once`() async throws {
        let documents = try ["rss-podcast.xml", "atom-blog.xml", "rss-misspelt-end-tag.xml"].map(Fixture.bytes)
        let expected = documents.map { try? FeedParser.parse($0) }
        await withTaskGroup(of: Bool.self) { group in
            for turn in 0..<300 {
                group.addTask { (try? FeedParser.parse(documents[turn % 3])) == expected[turn % 3] }
            }
            for await isSame in group { #expect(isSame) }
        }
    }

    @Test func `a tag of many megabytes is too large`() {
        let address = String(repeating: "x", count: 11 << 20)
        let document = "<rss version=\"2.0\" xmlns:x=\"\(address)\"><channel><title>News</title></channel></rss>"
        #expect(throws: ParseFailure.tooLarge("more than 10 MB of text in one element")) {
            try FeedParser.parse(Array(document.utf8))
        }
    }
}
