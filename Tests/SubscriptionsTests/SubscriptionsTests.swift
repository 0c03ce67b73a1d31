import Configuration
import Dispatch
import FeedParser
import Foundation
import Library
import Subscriptions
import System
import TestSupport
import Testing

@Suite struct `Changing the urls file and the library together` {
    private let test: TestLibrary
    private let file: UrlsFile
    private let text = "https://example.org/feed \"~Name\" tag\n"

    /// Changes that affect both.
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

    @Test(arguments: Deed.allCases) func `a change is made in the urls file and in the library`(deed: Deed) throws {
        try perform(deed)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) != text)
        #expect(try test.library.journal(limit: 1).count == 1)
    }

    @Test(arguments: Deed.allCases) func `a change is undone in both and redone in both`(deed: Deed) throws {
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

    @Test(arguments: Deed.allCases) func `a change is undone in neither if the urls file can't be written`(deed: Deed)
        throws
    {
        try perform(deed)
        let after = try state
        try blockDraft()
        #expect(throws: FileFailure.self) { try take() }
        #expect(try state == after)
        #expect(try test.library.journal(limit: 1).map(\.isUndone) == [false])
    }

    @Test(arguments: ["~Name tag", "tag  \"~Name\" # mine", "tag\t~Name \"other\"", "\"tag\"~Name"], ["New name", nil])
    func `undoing a new title restores the line byte for byte`(words: String, title: String?) throws {
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

    @Test func `a new title is undone even if the line has other changes by now`() throws {
        try test.library.follow(file.read().subscriptions)
        try perform(.rename)
        try "https://example.org/feed ~Mine more\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "https://example.org/feed ~Name more\n")
    }

    @Test func `a step that the urls file contradicts doesn't block earlier ones`() throws {
        try perform(.retag)
        try "https://example.org/feed third\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        #expect(throws: (any Error).self) { try take() }
        #expect(try test.library.journal(limit: 1).map(\.isUndone) == [true])
    }

    @Test func `a change applies to a feed that has moved since it was seen`() throws {
        let feed = try #require(try test.library.feed(test.feed))
        try perform(.move)
        try file.rename(feed, to: "Mine", in: test.library)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8).hasPrefix("https://example.net/ \"~Mine\""))
        #expect(try file.change(feed, words: "tags", in: test.library) { text, url in text.retag(url, ["other"]) })
        _ = try file.move(feed, to: Address(typed: "https://example.com/"), in: test.library)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "https://example.com/ \"~Mine\" other\n")
        try file.leave(feed, in: test.library)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == "\n" && test.library.feeds().isEmpty)
    }

    @Test func `a step is undone only once`() throws {
        try perform(.leave)
        let step = try #require(try test.library.journal(limit: 1).first)
        try take()
        #expect(try file.toggle(step, in: test.library) == nil)
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    }

    /// The contents of both.
    private var state: [String] {
        get throws {
            let feeds = try test.library.feeds().map { "\($0.url) \($0.ownTitle ?? "")" }
            return [try String(contentsOfFile: file.path, encoding: .utf8)] + feeds
        }
    }

    /// Makes it impossible to write the new file.
    private func blockDraft() throws {
        let draft = "\(file.path).\(getpid()).new/x"
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
    }

    @Test(arguments: ["code", ""]) func `undoing removes everything that a change wrote, including a new group's line`(
        path: String
    )
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

    @Test func `several feeds move to a group in one step, with one of a server, and back`() throws {
        let before =
            "\(text)# about it\nhttps://a.example/\n#: interval 2h\n#: group b\nhttps://b.example/\nhttps://c.example/\n"
        try before.write(toFile: file.path, atomically: true, encoding: .utf8)
        try test.library.follow(file.read().subscriptions)
        try test.library.follow([Self.key])
        let account = try #require(try test.library.accounts().first).id
        let remote = ServerFeed(id: ServerFeedID("feed/1"), url: "https://s.example/", title: "S", folders: ["Old"])
        _ = try test.library.follow([remote], of: account, at: Date())
        let feeds = try test.library.feeds().filter { $0.url != "https://b.example/" }
        #expect(try file.group(feeds, in: FeedGroup(path: "new/x"), in: test.library) == 4)
        #expect(try test.library.journal(limit: 9).map(\.words) == ["move 4 feeds to “new/x”"])
        let after = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(
            after == "# about it\n#: group b\nhttps://b.example/\n#: group new/x\n\(text)"
                + "https://a.example/\n#: interval 2h\nhttps://c.example/\n")
        #expect(try tags("https://s.example/") == ["new/x"])
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == before)
        #expect(try tags("https://s.example/") == ["Old"])
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == after)
        #expect(try tags("https://s.example/") == ["new/x"])
        #expect(try file.group(feeds, in: FeedGroup(path: "new/x"), in: test.library) == 0)
        #expect(try test.library.journal(limit: 9).count == 1)
    }

    private static let key = AccountKey(kind: "greader", url: "https://rss.example.org/api", user: "anna")

    private func tags(_ url: String) throws -> [String]? { try test.library.feeds().first { $0.url == url }?.tags }

    @Test func `renaming a group is undone and redone, also after other changes of the file, and joins no other group`()
        throws
    {
        let before =
            "#: group code\n\(text)#: group code/swift\nhttps://b.example/\n#: group other\nhttps://c.example/\n"
        try before.write(toFile: file.path, atomically: true, encoding: .utf8)
        try test.library.follow(file.read().subscriptions)
        #expect(throws: (any Error).self) { try file.rename(group: "code", to: "other", in: test.library) }
        #expect(throws: (any Error).self) { try file.rename(group: "none", to: "x", in: test.library) }
        #expect(try file.rename(group: "code", to: "Programs", in: test.library) == 2)
        let after = before.replacing("group code", with: "group Programs")
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == after)
        #expect(try test.library.journal(limit: 9).map(\.words) == ["rename the group “code” to “Programs”"])
        try (after + "https://d.example/\n").write(toFile: file.path, atomically: true, encoding: .utf8)
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == before + "https://d.example/\n")
        try take()
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == after + "https://d.example/\n")
    }

    @Test func `undoing the adding of feeds removes the group opened for them`() throws {
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

    @Test func `undoing leaves a group that got more feeds since`() throws {
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

    /// Undoes the last step, or redoes it.
    private func take() throws {
        let step = try #require(try test.library.journal(limit: 1).first)
        #expect(try file.toggle(step, in: test.library) != nil)
    }

    @Test func `undoing restores a command that this installation wrote, even without a urls file`() throws {
        for line in ["exec:ls", "https://example.org/feed\n#: password-command ls", "file:///etc/passwd"] {
            let said = ["0", "", "", "https://example.org/feed", line].joined(separator: "\u{1F}")
            try? FileManager.default.removeItem(atPath: file.path)
            try test.library.unsubscribe([test.feed], keeping: [said])
            try take()
            #expect(try String(contentsOfFile: file.path, encoding: .utf8) == line)
        }
    }

    @Test(arguments: Deed.allCases)
    func `a change is made in neither if the urls file is gone, since other feeds would be lost`(
        deed: Deed
    ) throws {
        let before = try String(contentsOfFile: file.path, encoding: .utf8)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(throws: (any Error).self) { try perform(deed) }
        #expect(!file.exists)
        #expect(try test.library.feeds().map(\.id) == [test.feed] && test.library.journal(limit: 1).isEmpty)
        // Writing all of them again loses nothing.
        #expect(try file.add([NewFeed(Address(typed: "https://example.org/feed"))], in: test.library).count == 1)
        #expect(before.hasPrefix(try String(contentsOfFile: file.path, encoding: .utf8).dropLast()))
    }

    @Test(arguments: [Deed.leave, .rename, .move, .retag])
    func `a change is made in neither if the urls file names the feed twice`(deed: Deed) throws {
        try test.home.write(urls: ["https://example.org/feed one", "https://example.org/feed \"~Two\""])
        let before = try state
        #expect(throws: (any Error).self) { try perform(deed) }
        #expect(try state == before)
    }

    @Test func `a feed isn't renamed if the urls file no longer names it`() throws {
        try test.home.write(urls: ["# nothing", "https://example.net/"])
        #expect(throws: (any Error).self) { try perform(.rename) }
        #expect(try test.library.feed(test.feed)?.ownTitle == nil)
    }

    @Test func `a change is made in neither if the urls file is in UTF-16`() throws {
        let wide = Data([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        try wide.write(to: URL(filePath: file.path))
        #expect(throws: FileFailure.self) { try perform(.add) }
        #expect(try Data(contentsOf: URL(filePath: file.path)) == wide)
    }

    @Test(arguments: Deed.allCases) func `a change is made in neither if the urls file can't be written`(deed: Deed)
        throws
    {
        try blockDraft()
        #expect(throws: FileFailure.self) { try perform(deed) }
        #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
        let feeds = try test.library.feeds()
        #expect(feeds.map(\.url) == ["https://example.org/feed"] && feeds[0].ownTitle == nil)
        #expect(try test.library.journal(limit: 1).isEmpty)
    }
}

@Suite struct NextStepTests {
    private let test: TestLibrary
    private let file: UrlsFile

    init() throws {
        test = try TestLibrary()
        try test.home.write(urls: ["https://example.org/feed"])
        file = UrlsFile(path: test.home.config + "/urls")
    }

    private var urls: [String] { get throws { try file.read().urls } }

    @Test func `undo and redo change the library and the urls file`() throws {
        try file.leave(try #require(try test.library.feed(test.feed)), in: test.library)
        #expect(try urls.isEmpty)
        #expect(try file.perform(.undo(ofRules: false), in: test.library) != nil)
        #expect(try urls == ["https://example.org/feed"] && test.library.feeds().map(\.id) == [test.feed])
        #expect(try file.perform(.redo, in: test.library) != nil)
        #expect(try urls.isEmpty && test.library.feeds().isEmpty)
    }

    @Test func `nothing can be undone or redone without a change`() throws {
        #expect(try file.perform(.undo(ofRules: false), in: test.library) == nil)
        #expect(try file.perform(.redo, in: test.library) == nil)
    }

    @Test func `undo refuses a step of unknown origin that adds a command to the urls file`() throws {
        let test = try TestLibrary(hasKey: false)
        try test.home.write(urls: ["exec:date"])
        let file = UrlsFile(path: test.home.config + "/urls")
        try test.library.follow([Subscription("exec:date")])
        try file.leave(try #require(try test.library.feeds().first), in: test.library)
        #expect(throws: (any Error).self) { try file.perform(.undo(ofRules: false), in: test.library) }
        #expect(try file.read().urls.isEmpty && test.library.journal(limit: 10).isEmpty)
    }

    @Test func `undo takes the step before if another process undoes the last one first`() throws {
        let feed = try #require(try test.library.feed(test.feed))
        try file.rename(feed, to: "One", in: test.library)
        try file.rename(feed, to: "Two", in: test.library)
        let (queue, end) = (DispatchQueue(label: "test"), DispatchSemaphore(value: 0))
        let mayTake = DispatchSemaphore(value: 0)
        queue.async { mayTake.wait() }
        file.perform(.undo(ofRules: false), in: test.library, on: queue) { _ in
            Issue.record("the file tells of this step")
        } finishWithFile: { _ in
            end.signal()
        }
        try test.library.finishWriting()
        let last = try #require(try test.library.journal(limit: 1).first)
        #expect(try file.toggle(last, in: test.library) != nil)
        mayTake.signal()
        end.wait()
        #expect(try test.library.feed(test.feed)?.ownTitle == nil)
    }
}

/// A library for a test, with one feed.
struct TestLibrary {
    let home: Home
    let library: Library
    let feed: FeedID

    /// Without a key nobody can tell who wrote the library's steps.
    init(hasKey: Bool = true) throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db") {
            hasKey ? [UInt8](repeating: 7, count: 32) : nil
        }
        try library.follow([Subscription("https://example.org/feed")])
        feed = try library.feeds()[0].id
    }
}

extension Library {
    /// Follows feeds as a urls file with these entries would.
    func follow(_ subscriptions: [Subscription]) throws {
        let list = FollowedList(subscriptions)
        try follow(list) { list }
    }
}
