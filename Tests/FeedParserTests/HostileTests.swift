import FeedParser
import Foundation
import Testing

struct HostileTests {
    private func isBroken(_ document: [UInt8]) -> Bool {
        if case .brokenXML = failure(document) { true } else { false }
    }

    /// The document with the path of a file in place of SECRET.
    private func document(_ fixture: String, pointingAt file: URL) throws -> [UInt8] {
        Array(String(decoding: try Fixture.bytes(fixture), as: UTF8.self).replacing("SECRET", with: file.path).utf8)
    }

    @Test func `a billion laughs end at the first`() throws {
        #expect(
            failure(try Fixture.bytes("hostile-billion-laughs.xml"))
                == .brokenXML(line: 12, reason: "Entity 'h' not defined"))
    }

    @Test func `files that a document points at are not read`() throws {
        let secret = URL(filePath: NSTemporaryDirectory()).appending(path: "lede-secret-\(UUID()).dtd")
        try Data("<!ENTITY secret 'stolen'>".utf8).write(to: secret)
        defer { try? FileManager.default.removeItem(at: secret) }
        for fixture in ["hostile-external-entity.xml", "hostile-external-subset.xml"] {
            #expect(
                failure(try document(fixture, pointingAt: secret))
                    == .brokenXML(line: 3, reason: "Entity 'secret' not defined"))
        }
    }

    @Test func `a file that a document points at is not opened`() throws {
        // Whoever opened the pipe for reading would wait for a writer, and the test would never end.
        let pipe = URL(filePath: NSTemporaryDirectory()).appending(path: "lede-pipe-\(UUID())")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        defer { try? FileManager.default.removeItem(at: pipe) }
        for fixture in ["hostile-external-entity.xml", "hostile-external-subset.xml"] {
            #expect(isBroken(try document(fixture, pointingAt: pipe)))
        }
    }

    @Test func `a thousand levels are too deep`() {
        let deep = String(repeating: "<b>", count: 1000) + String(repeating: "</b>", count: 1000)
        let document = rss(item: "<description>\(deep)</description>")
        #expect(failure(document) == .brokenXML(line: 1, reason: "Excessive depth in document: 256"))
    }

    @Test(arguments: ["rss-podcast.xml", "atom-blog.xml"])
    func `a feed cut off anywhere is an error and no crash`(name: String) throws {
        let document = try Fixture.bytes(name)
        let end = try #require(document.lastIndex(of: UInt8(ascii: ">")))
        for length in 0..<end {
            #expect(failure(Array(document[..<length])) != nil, "cut at \(length)")
        }
    }

    @Test(arguments: ["rss-podcast.xml", "atom-blog.xml"])
    func `a feed with any one byte spoilt is an answer and no crash`(name: String) throws {
        let document = try Fixture.bytes(name)
        for index in document.indices {
            for byte: UInt8 in [0, 0x3C] {
                var spoilt = document
                spoilt[index] = byte
                _ = failure(spoilt)
            }
        }
    }

    @Test(arguments: ["\u{0}", "\u{1B}", "\u{8}", "&#27;", "&#0;", "\u{FFFF}"])
    func `control characters are broken XML`(character: String) {
        #expect(isBroken(rss(item: "<title>a\(character)b</title>")))
    }

    @Test func `elements without number in one part are too large`() {
        let document = rss(item: "<description>\(String(repeating: "<a/>", count: 100_001))</description>")
        #expect(failure(document) == .tooLarge("more than 100000 elements in one part"))
    }

    @Test func `items without number are too large`() {
        #expect(
            failure(rss(channel: String(repeating: "<item/>", count: 100_000))) == .tooLarge("more than 100000 items"))
    }

    @Test func `a base URL as long as a book is not copied into every link`() throws {
        let base = "http://a.example/" + String(repeating: "b", count: 100_000) + "/"
        let document = rss(item: "<link>c</link>", attributes: "xml:base='\(base)'")
        #expect(try FeedParser.parse(document).items.first?.link == "c")
    }

    @Test func `nothing is printed for a document that breaks in its encoding`() async throws {
        let run = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let prolog = "<?xml version='1.0' encoding='EUC-JP'?><rss version='2.0'><channel><title>"
            let document = Array(prolog.utf8) + [0xFF, 0xFF, 0xFF] + Array(repeating: 0x20, count: 10_000)
            #expect(throws: ParseFailure.self) { try FeedParser.parse(document) }
        }
        #expect(run.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
    }

    @Test func `many threads read at once`() async throws {
        let documents = try ["rss-podcast.xml", "atom-blog.xml", "rss-mismatched-tags.xml"].map(Fixture.bytes)
        let expected = documents.map { try? FeedParser.parse($0) }
        await withTaskGroup(of: Bool.self) { group in
            for turn in 0..<300 {
                group.addTask { (try? FeedParser.parse(documents[turn % 3])) == expected[turn % 3] }
            }
            for await isSame in group { #expect(isSame) }
        }
    }
}
