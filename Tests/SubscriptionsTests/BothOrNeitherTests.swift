import Configuration
import Files
import Foundation
import Library
import Subscriptions
import TestSupport
import Testing

@Suite struct `A change of the urls file and the library` {
    private let test: TestLibrary
    private let file: UrlsFile
    private let text = "https://example.org/feed \"~Name\" tag\n"

    /// Each of them changes both.
    enum Deed: CaseIterable {
        case add, leave, rename, move, retag
    }

    init() throws {
        test = try TestLibrary()
        try test.home.write(urls: [String(text.dropLast())])
        file = UrlsFile(path: test.home.config + "/urls")
    }

    private func perform(_ deed: Deed) throws {
        let feed = try #require(try test.library.feed(test.feed))
        switch deed {
        case .add: _ = try file.add([NewFeed(Address(typed: "https://example.net/"))], in: test.library)
        case .leave: try file.leave(feed, in: test.library)
        case .rename: try file.rename(feed, to: "Mine", in: test.library)
        case .move: _ = try file.move(feed, to: Address(typed: "https://example.net/"), in: test.library)
        case .retag:
            _ = try file.change(feed, words: "tags", in: test.library) { text, url in text.retag(url, ["other"]) }
        }
    }

    @Test(arguments: Deed.allCases) func `is made in both`(deed: Deed) throws {
        try perform(deed)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) != text)
        #expect(try test.library.journal(limit: 1).count == 1)
    }

    @Test(arguments: Deed.allCases) func `is taken back in both, and done again in both`(deed: Deed) throws {
        try test.library.follow(file.read().subscriptions)
        let before = try state
        try perform(deed)
        let after = try state
        try take()
        #expect(try state == before)
        try take()
        #expect(try state == after)
        #expect(try test.library.journal(limit: 1).map(\.isUndone) == [false])
    }

    @Test(arguments: Deed.allCases) func `is taken back in neither where the file can't be written`(deed: Deed) throws {
        try perform(deed)
        let after = try state
        try blockDraft()
        #expect(throws: FileFailure.self) { try take() }
        #expect(try state == after)
        #expect(try test.library.journal(limit: 1).map(\.isUndone) == [false])
    }

    @Test(arguments: ["~Name tag", "tag  \"~Name\" # mine", "tag\t~Name \"other\"", "\"tag\"~Name"], ["New name", nil])
    func `is taken back to the byte where it is a name`(words: String, title: String?) throws {
        let before = "https://example.org/feed \(words)\n"
        try before.write(toFile: file.path, atomically: true, encoding: .utf8)
        try test.library.follow(file.read().subscriptions)
        try file.rename(try #require(try test.library.feed(test.feed)), to: title, in: test.library)
        let after = try String(contentsOfFile: file.path, encoding: .utf8)
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == before)
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == after)
    }

    @Test func `is taken back in a line that says something else by now, too, where it is a name`() throws {
        try test.library.follow(file.read().subscriptions)
        try perform(.rename)
        try "https://example.org/feed ~Mine more\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "https://example.org/feed ~Name more\n")
    }

    @Test func `is not in the way of what was done before where the file says something else by now`() throws {
        try perform(.retag)
        try "https://example.org/feed third\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        #expect(throws: (any Error).self) { try take() }
        #expect(try test.library.journal(limit: 1).map(\.isUndone) == [true])
    }

    @Test func `is made where the feed is by now, which has moved since it was seen`() throws {
        let feed = try #require(try test.library.feed(test.feed))
        try perform(.move)
        try file.rename(feed, to: "Mine", in: test.library)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8).hasPrefix("https://example.net/ \"~Mine\""))
        #expect(try file.change(feed, words: "tags", in: test.library) { text, url in text.retag(url, ["other"]) })
        _ = try file.move(feed, to: Address(typed: "https://example.com/"), in: test.library)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "https://example.com/ \"~Mine\" other\n")
        try file.leave(feed, in: test.library)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8).isEmpty && test.library.feeds().isEmpty)
    }

    @Test func `is taken back once, whoever wants it`() throws {
        try perform(.leave)
        let step = try #require(try test.library.journal(limit: 1).first)
        try take()
        #expect(try file.take(step, in: test.library) == nil)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    }

    /// What both say.
    private var state: [String] {
        get throws {
            let feeds = try test.library.feeds().map { "\($0.url) \($0.ownTitle ?? "")" }
            return [try String(contentsOfFile: file.path, encoding: .utf8)] + feeds
        }
    }

    /// Leaves the draft of the new file no place.
    private func blockDraft() throws {
        let draft = "\(file.path).\(getpid()).new/x"
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
    }

    @Test(arguments: ["code", ""]) func `takes back all that it wrote, with the line that opens a group`(path: String)
        throws
    {
        let before = "#: group old\n# about it\n\(text)# why\n#: interval 2h\n# the next\nhttps://a.example/\n"
        try before.write(toFile: file.path, atomically: true, encoding: .utf8)
        try group(path)
        let after = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(after.contains("\n#: group\(path.isEmpty ? "" : " ")\(path)\nhttps://example.org/feed"))
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == before)
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == after)
    }

    @Test func `takes back the group that was opened for feeds that were added`() throws {
        let feeds = try ["https://b.example/", "https://c.example/"].map { url in
            NewFeed(try #require(Address(url)), group: FeedGroup(path: "code"))
        }
        let added = try file.add(feeds, in: test.library)
        #expect(added.count == 2)
        let after = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(after == text + "#: group code\nhttps://b.example/\nhttps://c.example/\n")
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == after)
    }

    @Test func `leaves a group that somebody has put more into since`() throws {
        try group("code")
        let more = try String(contentsOfFile: file.path, encoding: .utf8) + "https://b.example/\n"
        try more.write(toFile: file.path, atomically: true, encoding: .utf8)
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text + "#: group code\nhttps://b.example/\n")
    }

    private func group(_ path: String) throws {
        let feed = try #require(try test.library.feed(test.feed))
        _ = try file.change(feed, words: "group", in: test.library) { text, url in
            text.move(url, to: FeedGroup(path: path))
        }
    }

    /// Takes back what was done last, or does it again.
    private func take() throws {
        let step = try #require(try test.library.journal(limit: 1).first)
        #expect(try file.take(step, in: test.library) != nil)
    }

    @Test func `brings back a command that this installation has written, also where the urls file is gone`() throws {
        for line in ["exec:ls", "https://example.org/feed\n#: password-command ls", "file:///etc/passwd"] {
            let said = ["0", "", "", "https://example.org/feed", line].joined(separator: "\u{1F}")
            try? FileManager.default.removeItem(atPath: file.path)
            try test.library.unsubscribe([test.feed], keeping: [said])
            try take()
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == line)
        }
    }

    @Test(arguments: Deed.allCases) func `is made in neither where the file is gone, as the other feeds would be, too`(
        deed: Deed
    ) throws {
        let before = try String(contentsOfFile: file.path, encoding: .utf8)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(throws: (any Error).self) { try perform(deed) }
        #expect(!file.exists)
        #expect(try test.library.feeds().map(\.id) == [test.feed] && test.library.journal(limit: 1).isEmpty)
        // All of them written anew is no loss.
        #expect(try file.add([NewFeed(Address(typed: "https://example.org/feed"))], in: test.library).count == 1)
        #expect(before.hasPrefix(try String(contentsOfFile: file.path, encoding: .utf8).dropLast()))
    }

    @Test(arguments: [Deed.leave, .rename, .move, .retag])
    func `is made in neither where the file names the feed twice, of which an undo would lose one`(deed: Deed) throws {
        try test.home.write(urls: ["https://example.org/feed one", "https://example.org/feed \"~Two\""])
        let before = try state
        #expect(throws: (any Error).self) { try perform(deed) }
        #expect(try state == before)
    }

    @Test func `is no new name where the file doesn't name the feed any more`() throws {
        try test.home.write(urls: ["# nothing", "https://example.net/"])
        #expect(throws: (any Error).self) { try perform(.rename) }
        #expect(try test.library.feed(test.feed)?.ownTitle == nil)
    }

    @Test func `is made in neither where the file is in UTF-16`() throws {
        let wide = Data([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        try wide.write(to: URL(filePath: file.path))
        #expect(throws: FileFailure.self) { try perform(.add) }
        #expect(try Data(contentsOf: URL(filePath: file.path)) == wide)
    }

    @Test(arguments: Deed.allCases) func `is made in neither where the file can't be written`(deed: Deed) throws {
        try blockDraft()
        #expect(throws: FileFailure.self) { try perform(deed) }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
        let feeds = try test.library.feeds()
        #expect(feeds.map(\.url) == ["https://example.org/feed"] && feeds[0].ownTitle == nil)
        #expect(try test.library.journal(limit: 1).isEmpty)
    }
}
