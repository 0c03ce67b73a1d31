import FeedParser
import FoundationEssentials
import Library
import Terminal
import TestSupport

/// What must hold for every text that a user filters or searches with.
package final class QueryPromises: Sendable {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private let folder: String
    private let library: Library

    /// Works in a folder of its own, which is removed with this object.
    package init() throws {
        folder = try TemporaryFolder.make(for: "fuzzing")
        library = try Library(path: folder + "/library.db")
        try library.subscribe(to: ["https://a.example/feed", "https://b.example/feed"])
        for feed in try library.feeds() {
            let items = ["Rust and Swift", "100% “quoted” text_", "日本語 é"].map { (title: String) in
                ParsedItem(
                    id: title, title: title, authors: ["A. Writer"],
                    published: Self.now.addingTimeInterval(-3600), content: "<p>\(title) in words</p>")
            }
            let document = ParsedFeed(format: .rss20, title: "Feed", items: items)
            _ = try library.store(document, etag: nil, lastModified: nil, for: feed.id, at: Self.now)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The broken promises for a text, in words. A crash counts as one, too.
    package func broken(by bytes: [UInt8]) -> [String] {
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            return try brokenByFilter(text) + brokenBySearch(text)
        } catch {
            return ["a filter or search that is valid never fails: \(error)"]
        }
    }

    private func brokenByFilter(_ text: String) throws -> [String] {
        let filter: Filter
        do throws(FilterProblem) {
            filter = try Filter(text)
        } catch {
            let isInText = (1...text.unicodeScalars.count + 1).contains(error.column)
            return (isInText ? [] : ["a mistake has its place in the text"]) + brokenLine(error.reason)
        }
        let all = try library.items(matching: .everything, limit: 100, now: Self.now)
        let found = try library.items(matching: filter, limit: 100, now: Self.now).map(\.id)
        var broken: [String] = []
        if !Set(found).isSubset(of: all.map(\.id)) { broken.append("a filter finds what is there") }
        if try library.count(matching: filter, now: Self.now) != found.count {
            broken.append("a filter counts what it finds")
        }
        let unread = filter.within(unreadOnly: true)
        if try library.items(matching: unread, limit: 100, now: Self.now).map(\.id) != found {
            broken.append("a filter of unread items finds them all, if none is read")
        }
        return broken
    }

    private func brokenBySearch(_ text: String) throws -> [String] {
        var broken: [String] = []
        for query in [SearchQuery(text), SearchQuery(text, isFinished: false), SearchQuery(entered: text)] {
            _ = try library.search(query, limit: 10, now: Self.now)
            if let mistake = query.mistake { broken += brokenLine(mistake.problem) + brokenLine(mistake.advice) }
        }
        return broken
    }

    /// Text that the user typed may be in it, but is shown on one line.
    private func brokenLine(_ words: String) -> [String] { words.isEmpty ? ["words for people say something"] : [] }
}

/// What must hold for all bytes that a terminal sends.
@MainActor package enum InputPromises {
    /// The broken promises for the bytes, in words. The first byte says in which pieces they come, and with what pauses. A
    /// crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let pace = Int(bytes.first ?? 0)
        let size = pace % 16 == 0 ? max(1, bytes.count) : pace % 16
        var decoder = InputDecoder()
        var time = ContinuousClock.now
        if pace & 0x10 != 0 { decoder.expectReports(from: time) }
        var input: [TerminalInput] = []
        var rest = bytes.dropFirst()
        while !rest.isEmpty {
            input += decoder.decode(Array(rest.prefix(size)), at: time)
            rest = rest.dropFirst(size)
            time += .milliseconds(pace >> 5 * 40)
            if decoder.mayBeEscape, decoder.patience(at: time) == nil { input += decoder.resolveEscape(at: time) }
        }
        var broken = input.flatMap(self.broken)
        time += .seconds(11)
        if decoder.decode([UInt8(ascii: "j")], at: time).last != .key(.character("j")) {
            broken.append("whatever came, a key is a key again after a while")
        }
        return broken
    }

    private static func broken(by input: TerminalInput) -> [String] {
        switch input {
        case .key(.alt(let key)): broken(by: .key(key))
        case .key(.character(let character)):
            character.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
                ? ["a character is no control"] : []
        case .key(.paste(let text)): text.utf8.count > 1 << 18 ? ["a paste has an end"] : []
        case .mouse(let event): event.row < 0 || event.column < 0 ? ["the mouse is on the screen"] : []
        case .key, .background, .pictures: []
        }
    }
}
