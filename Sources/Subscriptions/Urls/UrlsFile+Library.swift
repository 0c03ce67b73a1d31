import Addresses
package import Configuration
package import Files
package import FoundationEssentials
package import Library
import Spelling

// A change of a feed is written to the urls file, which decides, and to the library, which can undo it: to both, or to
// neither if one of them can't be written.
extension UrlsFile {
    /// Adds feeds that aren't there yet, and returns their URLs.
    package func add(_ feeds: [NewFeed], in library: Library) throws -> [String] {
        try edit(followedBy: library) { (text: inout UrlsText) -> (added: [String], AddedFeeds) in
            let before = text
            let added = text.add(feeds)
            return (added, text.added(added, to: before))
        } together: { edit, place in
            if edit.added.isEmpty { try place() } else { try library.follow(edit.1, place: place) }
            return edit.added
        }
    }

    /// Treats all feeds of the file as added by the user.
    package func recordAdded(in library: Library) throws {
        try edit(followedBy: library) { text in
            text.added(text.list.urls, to: text)
        } together: { added, place in
            try library.follow(added, place: place)
        }
    }

    /// Imports another reader's items, if it stored any, with its feeds, queries and new files: all or nothing, as a
    /// step that can be undone. `rules` apply to the imported items.
    package func importData<Store: ForeignStore>(
        _ store: Store?, _ subscriptions: UrlsText, rules: [Rule] = [], making files: NewFiles, in library: Library,
        at now: Date
    ) throws -> (UrlsText.Joined, TakenOver) {
        defer { files.discard() }
        return try edit(followedBy: library) { (text: inout UrlsText) -> (joined: UrlsText.Joined, added: AddedFeeds) in
            let before = text
            let joined = text.join(subscriptions)
            return (joined, text.added(joined, to: before))
        } together: { edit, place in
            do {
                let taken = try library.importData(store, with: edit.added, rules: rules, at: now) {
                    // Last, because files can be put in place only once, and the urls file may have to be edited again.
                    try place()
                    try files.putInPlace()
                }
                return (edit.joined, taken)
            } catch {
                try files.withdraw()
                throw error
            }
        }
    }

    /// Removes a feed from the file and hides it in the library, which keeps its lines for undoing.
    package func leave(_ feed: Feed, in library: Library) throws {
        // Its server has it, and no line.
        if feed.account != nil { return try library.unsubscribe([feed.id]) }
        try edit(followedBy: library) { text in
            text.remove(try address(of: feed, in: library, by: text))
        } together: { removed, place in
            try library.unsubscribe([feed.id], keeping: removed.map { [$0.text] } ?? [], place: place)
        }
    }

    /// Gives a feed the user's title, or its own again.
    package func rename(_ feed: Feed, to title: String?, in library: Library) throws {
        let title = title.flatMap(UrlsText.name)
        if feed.account != nil { return try library.rename(feed.id, to: title) }
        try edit(followedBy: library) { text in
            let url = try address(of: feed, in: library, by: text)
            let before = text.line(naming: url)
            guard text.rename(url, to: title) else { throw EditOverwritten(missing: feed.displayName) }
            return [before, text.line(naming: url)].compactMap(\.self)
        } together: { said, place in
            try library.rename(feed.id, to: title, keeping: said, place: place)
        }
    }

    /// Changes a feed's entry, as a step that can be undone. The body gets the feed's URL in the file and returns
    /// whether it changes anything, as this does.
    package func change(
        _ feed: Feed, words: String, in library: Library, _ body: (inout UrlsText, _ url: String) throws -> Bool
    ) throws -> Bool {
        if feed.account != nil { throw OnServer(feed: feed.displayName) }
        return try editAndRecord(in: library) { text in
            let url = try address(of: feed, in: library, by: text)
            return try text.change(url, words: words) { text in try body(&text, url) ? url : nil }
        }
    }

    /// Changes a query's entry in the same way. The body returns its new name, or nil if it changes nothing.
    package func change(
        _ query: String, words: String, in library: Library, _ body: (inout UrlsText) throws -> String?
    ) throws -> Bool {
        try editAndRecord(in: library) { text in
            if text.namesTwice(query) { throw NamedTwice(name: query) }
            return try text.change(query, words: words, body)
        }
    }

    /// Adds an account on a feed server, as a step that can be undone; false if the file has it.
    package func add(_ account: NewAccount, in library: Library) throws -> Bool {
        try editAndRecord(in: library) { text in
            text.change(account.name, words: "add the feed server \(account.url.shownAddress)") { text in
                text.add(account) ? account.name : nil
            }
        }
    }

    private func editAndRecord(in library: Library, _ body: (inout UrlsText) throws -> Step.Edit?) throws -> Bool {
        try edit(followedBy: library, body) { edit, place in
            guard let edit else { return false }
            try library.addStep(edit, place: place)
            return true
        }
    }

    /// Gives a moved feed its new URL, keeping everything; false if another feed has that URL.
    package func move(_ feed: Feed, to address: Address, in library: Library) throws -> Bool {
        let address = address.inPlace(of: feed.url)
        return try edit(followedBy: library) { text in
            let url = try self.address(of: feed, in: library, by: text)
            return text.change(url, words: "change the URL of \(feed.displayName) to \(address.shown)") { text in
                text.changeAddress(of: url, to: address) ? address.url : nil
            }
        } together: { edit, place in
            guard let edit else { return false }
            return try library.move(feed.id, to: address.url, noting: edit, place: place)
        }
    }

    /// Returns the feed's current URL. It may have moved since the caller saw it, and the file has the new one. Fails
    /// if the file names it twice, because undoing the step would lose one of the lines.
    private func address(of feed: Feed, in library: Library, by text: UrlsText) throws -> String {
        let url = try library.feed(feed.id)?.url ?? feed.url
        if text.namesTwice(url) { throw NamedTwice(name: feed.displayName) }
        return url
    }

    /// Changes the file and the library together. A missing file isn't created without the feeds that were in it,
    /// because the library would follow it.
    func edit<Edit, Result>(
        followedBy library: Library, _ body: (inout UrlsText) throws -> Edit,
        together: (Edit, _ place: @escaping @Sendable () throws -> Void) throws -> Result
    ) throws -> Result {
        try edit(
            { text in
                let edit = try body(&text)
                if !exists {
                    let urls = Set(text.list.urls)
                    let missing = try library.feeds().count { $0.account == nil && !urls.contains($0.url) }
                    if missing > 0 { throw FileGone(path: path, feeds: missing) }
                }
                return edit
            }, together: together)
    }
}

extension UrlsText {
    /// Returns the added feeds `urls` with their entries, or with those of `names`. `before` is the text without them.
    fileprivate func added(_ urls: [String], names: [String]? = nil, to before: UrlsText) -> AddedFeeds {
        let (opensGroup, endsFile) = (groupLineCount > before.groupLineCount, isEnded && !before.isEnded)
        // In the order of the file, so that groups are opened again in the same order.
        let said = entries(of: Set(names ?? urls)).map { entry in
            var entry = entry
            (entry.opensGroup, entry.endsFile) = (opensGroup, endsFile)
            return entry.text
        }
        return added(urls, saying: said)
    }

    fileprivate func added(_ joined: Joined, to before: UrlsText) -> AddedFeeds {
        let urls = joined.feeds.map(\.url)
        return joined.isWhole ? added(urls, saying: [wholeEntry.text]) : added(urls, names: joined.names, to: before)
    }

    private func added(_ urls: [String], saying said: [String]) -> AddedFeeds {
        let list = list
        // Queries are followed separately.
        let file = list.queries.isEmpty ? list.followedFile(bytes) : nil
        return AddedFeeds(list.subscriptions, of: file, adding: urls, saying: said)
    }

    /// Makes a change, and returns what it changed; nil if nothing.
    fileprivate mutating func change(
        _ url: String, words: String, _ body: (inout UrlsText) throws -> String?
    ) rethrows -> Step.Edit? {
        let before = entry(of: url)
        let groups = groupLineCount
        guard let name = try body(&self) else { return nil }
        var after = entry(of: name)
        after?.opensGroup = groupLineCount > groups
        return after == before ? nil : Step.Edit(words, before: before?.text, after: after?.text)
    }
}

/// The reason why a feed's line isn't changed.
private struct NamedTwice: Error, CustomStringConvertible {
    let name: String
    var description: String { "“\(name)” is in the urls file twice: remove one of the lines first" }
}

/// The reason why nothing is written after the file has disappeared.
private struct FileGone: Error, CustomStringConvertible {
    let path: String
    let feeds: Int
    var description: String {
        """
        \(path) is missing, and writing a new one would lose \(feeds.counted("feed")): restore it, or run \
        “lede export opml --credentials > feeds.opml” and “lede import opml feeds.opml”
        """
    }
}

/// The feed has no line of its own that could be changed.
private struct OnServer: Error, CustomStringConvertible {
    let feed: String

    var description: String { "“\(feed)” is on a feed server: change this there" }
}
