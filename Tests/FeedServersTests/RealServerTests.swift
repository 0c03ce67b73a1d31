import FeedParser
import Foundation
import HTTP
import Testing

@testable import FeedServers

/// A server that somebody has started, with a few unread items and no stars: “fever http://127.0.0.1:8766/fever/ USER
/// PASSWORD” in `LEDE_FEED_SERVER`.
private enum RealServer {
    static let words = (ProcessInfo.processInfo.environment["LEDE_FEED_SERVER"] ?? "").split(separator: " ").map(
        String.init)

    static func connect(password: String? = nil) throws -> any FeedServer {
        let account = ServerAccount(
            url: words[1], user: words[2], password: password ?? words[3], options: RequestOptions(proxy: .direct))
        return try #require(ServerKind(rawValue: words[0])).server(for: account)
    }
}

@Suite(.serialized, .enabled(if: RealServer.words.count == 4, "LEDE_FEED_SERVER names no server"))
struct `A real feed server` {
    private let server: any FeedServer

    init() throws { server = try RealServer.connect() }

    private func items(_ ids: [ServerItemID]) throws -> [ServerItem] {
        var items: [ServerItem] = []
        try server.items(ids) { items += $0 }
        return items
    }

    @Test func `it names its feeds and its unread items, which have texts`() throws {
        try server.logIn()
        let feeds = try server.subscriptions()
        #expect(!feeds.isEmpty)
        let unread = try server.unread(limit: 100_000)
        #expect(!unread.ids.isEmpty)
        let items = try items(unread.ids + [.number(987_654_321)])
        #expect(Set(items.map(\.id)) == Set(unread.ids))
        #expect(items.allSatisfy { !$0.isRead && !$0.isStarred && $0.item.title != nil && $0.item.content != nil })
        #expect(items.allSatisfy { item in feeds.contains { $0.id == item.feed } })
    }

    @Test(arguments: [(ServerMark.read, ServerMark.unread), (.starred, .unstarred)])
    func `it sets marks and takes them back, and says so`(mark: ServerMark, opposite: ServerMark) throws {
        let unread = try server.unread(limit: 100_000).ids
        let ids = Array(unread.prefix(server.abilities.marksAtOnce))
        // Twice, since a mark is never toggled.
        for _ in 1...2 { try server.mark(ids, as: mark) }
        let marked = try items(ids)
        #expect(marked.count == ids.count)
        #expect(marked.allSatisfy { mark == .read ? $0.isRead : $0.isStarred })
        #expect(Set(try server.unread(limit: 100_000).ids).isDisjoint(with: ids) == (mark == .read))
        #expect(Set(try server.starred(limit: 100_000).ids) == (mark == .starred ? Set(ids) : []))
        for _ in 1...2 { try server.mark(ids, as: opposite) }
        #expect(try items(ids).allSatisfy { !$0.isRead && !$0.isStarred })
        #expect(Set(try server.unread(limit: 100_000).ids) == Set(unread))
    }

    @Test func `it marks a feed read up to an item`() throws {
        guard server.abilities.readsUpTo else { return }
        let unread = try server.unread(limit: 100_000).ids
        let last = unread[unread.count / 2]
        let items = try items(unread)
        let feed = try #require(items.first { $0.id == last }).feed
        try server.markRead(feed, upTo: last)
        let read = items.filter { $0.feed == feed }.compactMap(\.id.number).filter { $0 <= last.number ?? 0 }
        #expect(Set(try server.unread(limit: 100_000).ids) == Set(unread).subtracting(read.map { .number($0) }))
        for start in stride(from: 0, to: read.count, by: 250) {
            try server.mark(read[start..<min(start + 250, read.count)].map { .number($0) }, as: .unread)
        }
        #expect(Set(try server.unread(limit: 100_000).ids) == Set(unread))
    }

    @Test func `it renames and moves a feed, and back`() throws {
        guard server.abilities.arranges else { return }
        let old = try #require(try server.subscriptions().first { !$0.folders.isEmpty })
        func now() throws -> ServerFeed? { try server.subscriptions().first { $0.id == old.id } }
        try server.rename(old.id, to: "Ä & <b>, \"x\"")
        #expect(try now()?.title == "Ä & <b>, \"x\"")
        try server.move(old, to: ["Föhn & \"Co\""])
        let moved = try #require(try now())
        #expect(moved.folders == ["Föhn & \"Co\""])
        try server.renameFolder("Föhn & \"Co\"", to: "Föhn")
        #expect(try now()?.folders == ["Föhn"])
        try server.move(try #require(try now()), to: old.folders)
        try server.rename(old.id, to: old.title ?? "Feed")
        #expect(try now() == old)
    }

    @Test func `it gives items labels and takes them, and tells labels from folders`() throws {
        guard let names = try server.labels() else { return }
        let folder = try #require(names.areFolders.first { $0.value }?.key)
        let ids = Array(try server.unread(limit: 100_000).ids.prefix(3))
        let label = "Läbel & \"more\", <b>/x"
        for _ in 1...2 { try server.label(ids, label, isOn: true) }
        #expect(try server.labels()?.areFolders[label] == false)
        #expect(Set(try server.items(labelled: label, limit: 100_000).ids) == Set(ids))
        #expect(try items(ids).allSatisfy { $0.labels?.contains(label) == true && $0.item.categories.isEmpty })
        // No label can have a folder's name.
        try server.label(ids, folder, isOn: true)
        #expect(try server.labels()?.areFolders[folder] == true)
        for _ in 1...2 { try server.label(ids, label, isOn: false) }
        #expect(try server.items(labelled: label, limit: 100_000).ids == [])
        #expect(try items(ids).allSatisfy { $0.labels?.contains(label) == false })
    }

    @Test func `it finds a feed that it has`() throws {
        guard server.abilities.adds else { return }
        let feeds = try server.subscriptions()
        #expect(try server.add(feeds[0].url, to: nil) == feeds[0].id)
        #expect(try server.subscriptions() == feeds)
    }

    @Test func `it refuses a wrong password`() throws {
        let stranger = try RealServer.connect(password: "wrong")
        #expect(failure { try stranger.logIn() }?.kind == .loginRefused)
    }
}
