import Addresses
package import Configuration
package import FeedServers
package import Library
import Spelling

// Changes of feeds that a server has. They have no lines of their own, so only the library changes, and tells the server.
extension UrlsFile {
    /// Adds feeds to a server, with their tags and groups as folders, as one step to undo; returns the URLs of those that
    /// are new.
    package func add(_ feeds: [NewFeed], to account: AccountLine, in library: Library) throws -> [String] {
        guard account.abilities.adds else { throw ServerCannot("add feeds", account) }
        if let other = feeds.first(where: { !$0.address.isOnTheWeb }) {
            throw ServerCannot("fetch “\(other.address.shown)”", account)
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

    /// Moves a feed to another group, or out of its own, as a step to undo; false if that changes nothing. A server's feed
    /// moves into the folder of this name, and out of all others.
    package func group(_ feed: Feed, in group: FeedGroup?, in library: Library) throws -> Bool {
        guard feed.account != nil else {
            return try change(feed, words: "change the group of \(feed.displayName)", in: library) { text, url in
                text.list.feeds.first { $0.url == url }?.group != group && text.move(url, to: group)
            }
        }
        let folders = group.map { [$0.path] } ?? []
        try check(feed, canMoveInto: folders, in: library)
        return try library.move([feed.id], as: "move \(feed.displayName) to another folder") { _ in folders } > 0
    }

    /// Renames a tag of servers' feeds, which is a folder there, as a step to undo; returns how many feeds have it.
    package func rename(tag: String, to name: String, in library: Library) throws -> Int {
        let feeds = try library.feeds().filter { $0.account != nil && $0.tags.contains(tag) }
        if feeds.isEmpty { throw NotOnServer(tag: tag) }
        for feed in feeds { try check(feed, canMoveInto: [name], in: library) }
        return try library.rename(
            tag, to: name, of: feeds.map(\.id), as: "rename the tag “\(tag)” to “\(name)”")
    }

    private func check(_ feed: Feed, canMoveInto folders: [String], in library: Library) throws {
        guard let key = try library.accounts().first(where: { $0.id == feed.account })?.key,
            let account = try read().accounts.first(where: { $0.key == key })
        else { return }
        let abilities = account.abilities
        if !abilities.arranges || abilities.folders == .none { throw ServerCannot("move feeds", account) }
        if let problem = account.problem(withFolders: folders) { throw problem }
    }
}

extension AccountLine {
    /// What its server can do, as far as that is known without asking it.
    package var abilities: Abilities { ServerKind(kind).abilities(at: url) }

    /// Why its server can't put a feed into all of these folders; nil if it can.
    package func problem(withFolders folders: [String]) -> (any Error)? {
        abilities.folders == .one && folders.count > 1 ? OneFolder(account: displayName) : nil
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

private struct ServerCannot: Error, CustomStringConvertible {
    let description: String

    init(_ deed: String, _ account: AccountLine) {
        description = "“\(account.displayName)” can't \(deed)"
    }
}

private struct OneFolder: Error, CustomStringConvertible {
    let account: String
    var description: String { "“\(account)” keeps a feed in one folder: give one tag" }
}

private struct NotOnServer: Error, CustomStringConvertible {
    let tag: String
    var description: String { "no feed of a server has the tag “\(tag)”: change tags in the urls file there" }
}
