import Configuration
import FoundationEssentials
import Glibc
import Library
import MovingIn
import System
import TestSupport

/// What must hold for every possible config file.
package enum ConfigPromises {
    /// The broken promises for a file, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let config = Config(bytes, path: "config")
        var broken: [String] = []
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        for problem in config.problems {
            if !(1...lines).contains(problem.place.line) || problem.place.column < 1 {
                broken.append("a problem has its place in the file")
            }
            if problem.message.utf8.contains(UInt8(ascii: "\n")) { broken.append("words for people are one line") }
        }
        for setting in Setting.all where !isPossible(config.value(of: setting), for: setting) {
            broken.append("\(setting.name) is \(setting.kind.words)")
        }
        return broken + brokenByWriting(config) + brokenByMoving(bytes)
    }

    /// Taken as newsboat's file, which may include itself under any name, it becomes a valid config file for lede.
    private static func brokenByMoving(_ bytes: [UInt8]) -> [String] {
        let moved = ImportedConfig(newsboat: bytes, path: "/config") { _ in bytes }
        let text = moved.text(without: moved.config.problems)
        let isClean = Config(Array(text.utf8), path: "config").problems.isEmpty
        return isClean ? [] : ["a file that was brought over makes sense"]
    }

    private static func isPossible(_ value: Config.Value, for setting: Setting) -> Bool {
        let text = value.words.first ?? ""
        switch setting.kind {
        case .yesNo: return ["yes", "no"].contains(text)
        case .number(let range): return Int(text).map(range.contains) == true
        case .choice(let choices): return choices.contains(text)
        case .text, .format, .words: return value.words.count <= 1 && !text.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        case .command: return true
        }
    }

    /// Settings written out as “lede config show” does have the same values when they are read again.
    private static func brokenByWriting(_ config: Config) -> [String] {
        let set = Setting.all.filter { config.value(of: $0).place != nil }
        let lines = set.map { setting in
            ([setting.name] + config.value(of: setting).words.map(ConfigWord.quoted)).joined(separator: " ")
        }
        let again = Config(Array(lines.joined(separator: "\n").utf8), path: "config")
        let isSame = set.allSatisfy { again.value(of: $0).words == config.value(of: $0).words }
        return isSame && again.problems.isEmpty ? [] : ["what is set can be written again"]
    }
}

/// What must hold for every possible urls file.
package enum UrlsPromises {
    /// The broken promises for a file, in words. A crash counts as one, too.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let list = UrlsList(bytes)
        let text = UrlsText(bytes)
        var broken: [String] = []
        if text.bytes != bytes { broken.append("a text that nobody edits stays as it is") }
        if Set(list.urls).count != list.urls.count { broken.append("no feed is there twice") }
        let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
        if !list.problems.allSatisfy({ (1...lines).contains($0.line) && $0.column >= 1 }) {
            broken.append("a problem has its place in the file")
        }
        for feed in list.feeds.prefix(3) { broken += self.broken(by: feed, in: text) }
        for account in list.accounts.prefix(3) { broken += self.broken(by: account, in: text) }
        return broken
    }

    private static func broken(by account: AccountLine, in text: UrlsText) -> [String] {
        guard let entry = text.entry(of: account.name).flatMap({ RemovedFeed(text: $0.text) }) else {
            return ["an account that is there has an entry that can be kept"]
        }
        var broken: [String] = []
        var left = text
        left.revert(entry)
        if left.list.urls != text.list.urls { broken.append("an account that is taken out takes no feed along") }
        left.restore(entry)
        if Set(left.list.accounts.map(\.identity)) != Set(text.list.accounts.map(\.identity)) {
            broken.append("an account that was taken out comes back")
        }
        if left.list.feedsToTrust(comparedWith: text.list) != [] { broken.append("it is as it was") }
        return broken
    }

    private static func broken(by feed: SubscriptionLine, in text: UrlsText) -> [String] {
        var broken: [String] = []
        var renamed = text
        if !renamed.rename(feed.url, to: "A \"new\" \\ name") || renamed.list.titles[feed.url] != "A \"new\" \\ name" {
            broken.append("a feed gets the title that it is given")
        }
        if renamed.list.urls != text.list.urls { broken.append("a title changes no address") }
        var retagged = text
        if !retagged.retag(feed.url, ["x y", "z"])
            || retagged.list.feeds.first(where: { $0.url == feed.url })?.tags.sorted() != ["x y", "z"]
        {
            broken.append("a feed gets the tags that it is given")
        }
        var left = text
        guard let removed = left.remove(feed.url) else { return broken + ["a feed that is there can be left"] }
        if left.list.urls != text.list.urls.filter({ $0 != feed.url }) {
            broken.append("leaving a feed leaves no other")
        }
        guard let kept = RemovedFeed(text: removed.text) else { return broken + ["what was left can be kept"] }
        left.restore(kept)
        if Set(left.list.urls) != Set(text.list.urls) { broken.append("a feed that was left comes back") }
        return broken
    }
}

extension UrlsList {
    fileprivate var titles: [String: String] {
        Dictionary(feeds.compactMap { feed in feed.title.map { (feed.url, $0) } }) { first, _ in first }
    }
}

/// What must hold for every possible list of subscriptions.
package enum OPMLPromises {
    /// The broken promises for a document, in words. A crash counts as one, too.
    package static func broken(by document: [UInt8]) -> [String] {
        do throws(OPML.Failure) {
            return broken(by: try OPML(document))
        } catch {
            return error.line >= 0 && !error.description.contains("\n") ? [] : ["a reason is one line, and has a place"]
        }
    }

    private static func broken(by list: OPML) -> [String] {
        var broken: [String] = []
        let urls = list.feeds.map(\.address.url)
        if !list.feeds.allSatisfy({ Address(fromOutside: $0.address.url) == $0.address }) {
            broken.append("a list leads to the web alone")
        }
        // Adds to a file that has an open group and no line break at its end.
        var text = UrlsText(Array("# mine\n#: group a/b\nhttps://example.org/ own".utf8))
        let before = text.bytes
        let added = text.add(list.feeds)
        if !text.bytes.starts(with: before) { broken.append("what was there stays") }
        if !text.list.problems.isEmpty { broken.append("what is added is understood") }
        if Set(text.list.urls) != Set(urls + ["https://example.org/"]) || !text.list.queries.isEmpty {
            broken.append("nothing but the feeds of the list is added")
        }
        if text.list.feeds.contains(where: { $0.options != nil }) { broken.append("a list sets nothing") }
        let hidden = Set(list.feeds.filter(\.isHidden).map(\.address.url))
        if text.list.feeds.contains(where: { $0.isHidden && !hidden.contains($0.url) }) {
            broken.append("nothing is hidden but what the list says")
        }
        if list.feeds.contains(where: { feed in feed.address.url.contains(where: { "`\"<>\\^{|}".contains($0) }) }) {
            broken.append("an address has nothing that no address has")
        }
        if added.count + (urls.contains("https://example.org/") ? 1 : 0) != urls.count {
            broken.append("all feeds of the list are added")
        }
        return broken + brokenByWriting(list)
    }

    /// Checks that another reader would understand the written list.
    private static func brokenByWriting(_ list: OPML) -> [String] {
        let feeds = list.feeds.map { feed in
            OPMLDocument.Feed(
                url: feed.address.url, title: feed.title ?? feed.address.url, tags: feed.tags, group: feed.group)
        }
        guard let again = try? OPML(Array(OPMLDocument(feeds, date: "Sat, 21 Nov 2026 12:00:00 GMT").text.utf8)) else {
            return ["what is written can be read"]
        }
        let urls = Set(list.feeds.map(\.address.url))
        return Set(again.feeds.map(\.address.url)) == urls ? [] : ["what is written names the same feeds"]
    }
}

/// What must hold for every file that could be mistaken for newsboat's cache.
package final class CachePromises: Sendable {
    private struct State {
        var library: Library?
        var inputs = 0
    }

    private static let address = "https://a.example/feed"
    /// After this many inputs a new library is used, because imported articles stay in it.
    private static let inputsOfOneLibrary = 500

    private let folder: String
    private let state = Locked(State())

    /// Works in a folder of its own, which is removed with this object.
    package init() throws {
        folder = try TemporaryFolder.make(for: "fuzzing")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The broken promises for a file, in words. A crash counts as one, too.
    package func broken(by bytes: [UInt8]) -> [String] {
        do {
            let path = folder + "/cache.db"
            try Data(bytes).write(to: URL(filePath: path))
            let library = try freshLibrary()
            let before = try counts(of: library)
            var broken: [String] = []
            do {
                let store = try NewsboatCache(path: path, copyingTo: folder, subscribed: [Self.address])
                _ = try library.importData(store, at: Date(timeIntervalSince1970: 1_700_000_000))
            } catch let failure {
                if try counts(of: library) != before { broken.append("what fails leaves the library as it was") }
                if "\(failure)".contains("\n") { broken.append("words for people are one line") }
            }
            if try Data(contentsOf: URL(filePath: path)) != Data(bytes) { broken.append("the cache stays as it is") }
            let subscribed = try library.feeds().map(\.url)
            if !subscribed.allSatisfy({ $0 == Self.address }) { broken.append("nobody is subscribed to what is new") }
            if try !library.check().isEmpty { broken.append("the library is whole") }
            if try FileManager.default.contentsOfDirectory(atPath: folder).contains(where: { $0.hasPrefix("import.") })
            {
                broken.append("no copy is left")
            }
            return broken
        } catch {
            return ["the library itself never fails: \(error)"]
        }
    }

    private func freshLibrary() throws -> Library {
        try state.withLock { state in
            defer { state.inputs += 1 }
            if let library = state.library, state.inputs % Self.inputsOfOneLibrary != 0 { return library }
            state.library = nil
            for suffix in ["", "-wal", "-shm"] { unlink("\(folder)/library.db\(suffix)") }
            let library = try Library(path: folder + "/library.db")
            state.library = library
            return library
        }
    }

    private func counts(of library: Library) throws -> Counts { try library.counts(of: .all) }
}
