import Configuration
import FeedParser
import Foundation
import Library
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Bookmarks and sharing` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel
    private let requests = MutableProperty<[TerminalRequest]>([])

    init() throws {
        test = try TestLibrary(items: 3)
        reader = try test.reader()
        reader.session.requests.onNext { [requests] in requests.value.append($0) }
        reader.items.fit(20)
        reader.perform(.open)
        reader.items.move { $0.move(to: 0) }
    }

    private func set(_ lines: String) { reader.session.config = Config(Array(lines.utf8), path: "config") }

    @Test func `a bookmark's fields can be edited one by one`() throws {
        set("bookmark-cmd /bin/keep")
        reader.perform(.keepBookmark)
        #expect(reader.session.prompt?.text == "https://example.org/3")
        reader.session.submitPrompt()
        #expect(reader.session.prompt?.text == "Item 3")
        reader.session.edit { $0.insert("!") }
        reader.session.submitPrompt()
        reader.session.edit { $0.insert("-x") }
        reader.session.submitPrompt()
        reader.session.submitPrompt()
        guard case .keep(let bookmark)? = requests.value.last else { throw NeverHeld() }
        #expect(bookmark.arguments == ["https://example.org/3", "Item 3!", " -x", "Feed"])
    }

    @Test func `with bookmark-autopilot, a bookmark is kept at once`() throws {
        set("bookmark-cmd /bin/keep\nbookmark-autopilot yes")
        reader.perform(.keepBookmark)
        guard case .keep(let bookmark)? = requests.value.last else { throw NeverHeld() }
        #expect(bookmark.arguments == ["https://example.org/3", "Item 3", "", "Feed"])
    }

    @Test func `bookmarks and sharing need a program, and the status line says so`() {
        reader.perform(.keepBookmark)
        #expect(reader.session.prompt == nil && reader.session.status?.text.contains("bookmark-cmd") == true)
        reader.perform(.share)
        #expect(reader.session.status?.text.contains("share NAME COMMAND") == true && requests.value.isEmpty)
    }

    @Test func `an item is shared with one of several programs, or at once with the only one`() {
        set("share Mail mutt -s %t")
        reader.perform(.share)
        #expect(requests.value == [.share(["mutt", "-s", "%t"])])
        set("share Mail mutt -s %t\nshare Mastodon \"toot post %t %u\"")
        reader.perform(.share)
        reader.session.editChoice { $0.line.insert("mast") }
        reader.session.acceptChoice()
        #expect(requests.value.last == .share(["toot post %t %u"]))
    }
}

@MainActor @Suite struct `All articles of a list` {
    private let test: TestLibrary
    @EndingOnMain private var reader: ReaderModel

    init() throws {
        test = try TestLibrary()
        let items = ["Same", "Same", "Other"].enumerated().map { number, title in
            ParsedItem(
                id: "\(number)", title: title, published: Date(timeIntervalSince1970: Double(10 - number)),
                content: "<p>Text \(number)</p>")
        }
        _ = try test.library.store(
            ParsedFeed(format: .rss20, items: items), etag: nil, lastModified: nil, for: test.feed, at: Date())
        reader = try test.reader()
        reader.items.fit(20)
        reader.perform(.open)
        reader.items.move { $0.move(to: 0) }
    }

    private func save() {
        reader.perform(.saveAll)
        reader.session.edit { $0.deleteToStart() }
        reader.session.edit { $0.insert("~/saved") }
        reader.session.submitPrompt()
    }

    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: test.home.path + "/saved")) ?? []).sorted()
    }

    @Test func `all articles of a list are saved to separate files, and never twice`() async throws {
        save()
        try await reader.session.$status.waitUntil { $0 == .done("Saved 3 articles to \(test.home.path)/saved") }
        #expect(files == ["Other.txt", "Same (2).txt", "Same.txt"])
        try "mine".write(toFile: test.home.path + "/saved/Other.txt", atomically: true, encoding: .utf8)
        save()
        try await reader.session.$status.waitUntil { $0?.text.hasSuffix("skipped 3 already there") == true }
        #expect(try String(contentsOfFile: test.home.path + "/saved/Other.txt", encoding: .utf8) == "mine")
    }

    @Test func `only selected articles are saved, if there is a selection`() async throws {
        reader.items.move { $0.move(to: 1) }
        reader.perform(.select)
        reader.perform(.down)
        save()
        try await reader.session.$status.waitUntil { $0?.text.hasPrefix("Saved 2 articles to") == true }
        #expect(files == ["Other.txt", "Same.txt"] && !reader.items.isSelecting)
    }
}
