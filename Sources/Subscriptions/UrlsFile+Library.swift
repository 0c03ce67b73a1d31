package import Configuration
package import FeedServers
package import FoundationEssentials
package import Library
package import System
import URLs

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
        _ store: Store?, _ subscriptions: UrlsText, rules: [Rule] = [], queue: [ForeignEpisode] = [],
        making files: NewFiles, in library: Library, at now: Date
    ) throws -> (UrlsText.Joined, TakenOver) {
        defer { files.discard() }
        return try edit(followedBy: library) { (text: inout UrlsText) -> (joined: UrlsText.Joined, added: AddedFeeds) in
            let before = text
            let joined = text.join(subscriptions)
            return (joined, text.added(joined, to: before))
        } together: { edit, place in
            do {
                let taken = try library.importData(store, with: edit.added, rules: rules, queue: queue, at: now) {
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
        if feed.account != nil {
            try check(feed, in: library, \.adds, or: "remove feeds")
            return try library.unsubscribe([feed.id])
        }
        try edit(followedBy: library) { text in
            text.remove(try address(of: feed, in: library, by: text))
        } together: { removed, place in
            try library.unsubscribe([feed.id], keeping: removed.map { [$0.text] } ?? [], place: place)
        }
    }

    /// Removes feeds that another device has removed, in the same way.
    func leave(_ urls: Set<String>, in library: Library) throws {
        try edit(followedBy: library) { text in
            text.remove(urls)
        } together: { removed, place in
            let gone = Set(removed.map(\.url))
            let feeds = try library.feeds().filter { $0.account == nil && gone.contains($0.url) }
            try library.unsubscribe(feeds.map(\.id), keeping: removed.map(\.text), bySync: true, place: place)
        }
    }

    /// Gives a feed the user's title, or its own again.
    package func rename(_ feed: Feed, to title: String?, in library: Library) throws {
        let title = title.flatMap(UrlsText.name)
        if feed.account != nil {
            try check(feed, in: library, \.arranges, or: "rename feeds")
            return try library.rename(feed.id, to: title)
        }
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
        if feed.account != nil { throw ChangeRefusal.onServer(feed: feed.displayName) }
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
            if text.namesTwice(query) { throw ChangeRefusal.namedTwice(query) }
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
        if text.namesTwice(url) { throw ChangeRefusal.namedTwice(feed.displayName) }
        return url
    }

    /// Changes the file and the library together. A missing or empty file isn't written without the feeds that were in it,
    /// because the library would follow it.
    func edit<Edit, Result>(
        followedBy library: Library, _ body: (inout UrlsText) throws -> Edit,
        together: (Edit, _ place: @escaping @Sendable () throws -> Void) throws -> Result
    ) throws -> Result {
        try edit(
            { text in
                let isEmpty = text.lines.isEmpty
                let edit = try body(&text)
                if isEmpty {
                    let urls = Set(text.list.urls)
                    let missing = try library.feeds().count { $0.account == nil && !urls.contains($0.url) }
                    if missing > 0 { throw ChangeRefusal.fileGone(path: path, feeds: missing) }
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

// Changes of feeds that a server has. They have no lines of their own, so only the library changes, and tells the server.
extension UrlsFile {
    /// Adds feeds to a server, with their tags and groups as folders, as one step to undo; returns the URLs of those that
    /// are new.
    package func add(_ feeds: [NewFeed], to account: AccountLine, in library: Library) throws -> [String] {
        guard account.abilities.adds else { throw ChangeRefusal.server(account, cannot: "add feeds") }
        if let other = feeds.first(where: { !$0.address.isOnTheWeb }) {
            throw ChangeRefusal.server(account, cannot: "fetch “\(other.address.shown)”")
        }
        guard let known = try library.accounts().first(where: { $0.key == account.key }) else {
            throw EditOverwritten(missing: account.displayName)
        }
        let added = Set(try library.add(feeds.map { $0.subscription(for: account) }, to: known.id))
        return try library.feeds().filter { added.contains($0.id) }.map(\.url)
    }

    /// Changes a feed's tags from `shown` to `tags`, as a step to undo; false if that changes nothing. Tags that it got
    /// meanwhile stay, behind these, and those that it lost don't return. A server's feed moves into these folders.
    package func retag(_ feed: Feed, _ tags: [String], insteadOf shown: [String], in library: Library) throws -> Bool {
        let words = "change the tags of \(feed.displayName)"
        @Sendable func now(_ tags: [String], having now: [String]) -> [String] {
            let kept = tags.filter { !shown.contains($0) || now.contains($0) }
            return kept + now.filter { !shown.contains($0) && !kept.contains($0) }
        }
        if feed.account == nil {
            return try change(feed, words: words, in: library) { text, url in
                text.retag(url, now(tags, having: text.list.feeds.first { $0.url == url }?.tags ?? []))
            }
        }
        try check(feed, canMoveInto: tags, in: library)
        return try library.move([feed.id], as: words) { now(tags, having: $0) } > 0
    }

    /// Moves feeds to another group, or out of theirs, as one step to undo; returns how many it has moved. Feeds of servers
    /// move into the folder of this name, and out of all others.
    package func group(_ feeds: [Feed], in group: FeedGroup?, in library: Library) throws -> Int {
        let onServers = feeds.filter { $0.account != nil }
        let folders = group.map { [$0.path] } ?? []
        for feed in onServers.onceForEachAccount { try check(feed, canMoveInto: folders, in: library) }
        let subject = feeds.count == 1 ? feeds[0].displayName : "\(feeds.count) feeds"
        let words = "move \(subject) \(group.map { "to “\($0.path)”" } ?? "out of any group")"
        return try edit(followedBy: library) { text in
            let groups = Dictionary(text.list.feeds.map { ($0.url, $0.group) }) { first, _ in first }
            return try feeds.filter { $0.account == nil }.compactMap { feed -> Step.Edit? in
                let url = try address(of: feed, in: library, by: text)
                guard let old = groups[url], old != group else { return nil }
                return text.change(url, words: words) { $0.move(url, to: group) ? url : nil }
            }
        } together: { lines, place in
            try library.move(onServers.map(\.id), and: lines, as: words, place: place) { _ in folders }
        }
    }

    /// Renames a group with those inside it, or a tag of feeds, which is a folder on servers, as one step to undo; returns how
    /// many feeds are in it.
    package func rename(group: String, to name: String, in library: Library) throws -> Int {
        let all = try library.feeds()
        let feeds = all.filter { $0.tags.contains(group) }
        if feeds.isEmpty { throw ChangeRefusal.noGroup(group) }
        let onServers = feeds.filter { $0.account != nil }
        for feed in onServers.onceForEachAccount { try check(feed, canMoveInto: [name], in: library) }
        // What is one afterwards couldn't be told apart when this is undone.
        let isTaken = all.contains { $0.account == nil && $0.tags.contains(name) }
        if isTaken, onServers.count < feeds.count { throw ChangeRefusal.groupExists(name) }
        let word = feeds.contains { $0.isInGroup(group) } ? "group" : "tag"
        let words = "rename the \(word) “\(group)” to “\(name)”"
        return try edit(followedBy: library) { text in
            text.rename(group: group, to: name)
        } together: { isInFile, place in
            _ = try library.rename(
                FolderRenaming(from: group, to: name, isInFile: isInFile), of: onServers.map(\.id), as: words,
                place: place)
            return feeds.count
        }
    }

    private func check(_ feed: Feed, canMoveInto folders: [String], in library: Library) throws {
        try check(feed, in: library, \.moves, or: "move feeds")
        if let problem = try account(of: feed, in: library)?.problem(withFolders: folders) { throw problem }
    }

    /// Fails if the feed's server lacks an ability.
    private func check(_ feed: Feed, in library: Library, _ ability: (Abilities) -> Bool, or deed: String) throws {
        guard let account = try account(of: feed, in: library), !ability(account.abilities) else { return }
        throw ChangeRefusal.server(account, cannot: deed)
    }

    private func account(of feed: Feed, in library: Library) throws -> AccountLine? {
        let key = try library.accounts().first { $0.id == feed.account }?.key
        return try key.flatMap { key in try read().accounts.first { $0.key == key } }
    }
}

extension [Feed] {
    /// The first feed of each account.
    fileprivate var onceForEachAccount: [Feed] {
        var met: Set<AccountID?> = []
        return filter { met.insert($0.account).inserted }
    }
}

extension AccountLine {
    /// What its server can do, as far as that is known without asking it.
    package var abilities: Abilities { ServerKind(kind).abilities(at: url) }

    /// Why its server can't put a feed into all of these folders; nil if it can.
    package func problem(withFolders folders: [String]) -> (any Error)? {
        abilities.folders == .one && folders.count > 1 ? ChangeRefusal.oneFolder(self) : nil
    }
}

extension UrlsList {
    /// The accounts to which feeds can be added.
    package var accountsForFeeds: [AccountLine] { accounts.filter(\.abilities.adds) }

    /// Where a new feed goes unless the user says otherwise: to the first server, from which all devices get it. URLs that
    /// only this machine can read, or that contain a password, stay here.
    package func account(for address: Address) -> AccountLine? {
        address.isOnTheWeb && !address.url.holdsCredentials ? accountsForFeeds.first : nil
    }
}

extension NewFeed {
    /// Its group and tags become folders, of which some servers have only one for each feed.
    fileprivate func subscription(for account: AccountLine) -> Subscription {
        let folders = (group.map { [$0.path] } ?? []) + tags
        let most = account.abilities.folders == .many ? folders.count : 1
        return Subscription(
            address.url, ownTitle: title.flatMap(UrlsText.name), tags: Array(folders.prefix(most)), isHidden: isHidden)
    }
}

/// The reason why nothing is changed.
private enum ChangeRefusal: Error, CustomStringConvertible {
    case namedTwice(String)
    /// The file has disappeared.
    case fileGone(path: String, feeds: Int)
    /// The feed has no line of its own that could be changed.
    case onServer(feed: String)
    case noGroup(String)
    case groupExists(String)
    case server(AccountLine, cannot: String)
    case oneFolder(AccountLine)

    var description: String {
        switch self {
        case .namedTwice(let name): "“\(name)” is in the urls file twice: remove one of the lines first"
        case .fileGone(let path, let feeds):
            """
            \(path) is missing or empty, and writing a new one would lose \(feeds.counted("feed")): restore it, or run \
            “lede export opml --credentials > feeds.opml” and “lede import opml feeds.opml”
            """
        case .onServer(let feed): "“\(feed)” is on a feed server: change this there"
        case .noGroup(let group): "no feed is in the group “\(group)”"
        case .groupExists(let group): "“\(group)” exists already: move the feeds there instead"
        case .server(let account, let deed): "“\(account.displayName)” can't \(deed)"
        case .oneFolder(let account): "“\(account.displayName)” keeps a feed in one folder: give one tag"
        }
    }
}
