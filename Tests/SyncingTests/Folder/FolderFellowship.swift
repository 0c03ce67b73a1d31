import FeedParser
import Foundation
import Library
import SyncFolder
import System
import TestSupport

@testable import Syncing

/// Several libraries that agree through one folder.
final class FolderFellowship: Sendable {
    let home: Home
    let folder: String
    private let time = Locked(Date.start)

    init() throws {
        home = try Home()
        folder = home.path + "/data"
    }

    var now: Date { time.withLock { $0 } }

    func pass(_ seconds: Double) { time.withLock { $0 += seconds } }

    /// A device with a library, and items of a feed.
    func device(_ name: String, items: Int = 3, feed: String = "https://example.org/feed") throws -> FolderFellow {
        let fellow = try FolderFellow(name, at: "\(home.path)/\(name).db", folder) { [time] in time.withLock { $0 } }
        try fellow.fetch(items, from: feed)
        return fellow
    }

    /// A device that shares its feeds.
    func device(_ name: String, sharing urls: ModelUrlsFile) throws -> FolderFellow {
        try FolderFellow(name, at: "\(home.path)/\(name).db", folder, urls: urls) { [time] in time.withLock { $0 } }
    }

    /// A device that compacts its lines whenever it can.
    func device(_ name: String, compactingFrom bytes: Int) throws -> FolderFellow {
        try FolderFellow(
            name, at: "\(home.path)/\(name).db", folder, limits: FolderLimits(compacted: bytes)
        ) { [time] in time.withLock { $0 } }
    }

    /// The device with the library of another file.
    func device(_ name: String, at path: String) throws -> FolderFellow {
        try FolderFellow(name, at: path, folder) { [time] in time.withLock { $0 } }
    }

    /// All bytes in the folder, by path.
    func files() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                FileManager.default.contents(atPath: "\(folder)/\(name)").map { (name, $0) }
            })
    }

    /// The lines of all devices.
    func lines() throws -> [FolderLine] {
        try files().filter { $0.key.hasPrefix("devices/") }.sorted { $0.key < $1.key }.flatMap { file in
            file.value.split(separator: 10).compactMap { FolderLine(Array($0)[...]) }
        }
    }
}

/// A device of a fellowship.
final class FolderFellow: LibraryOwner, Sendable {
    let name: String
    let path: String
    let library: Library
    private let syncer: Syncer
    private let clock: @Sendable () -> Date

    init(
        _ name: String, at path: String, _ folder: String, passphrase: String? = nil, urls: ModelUrlsFile? = nil,
        limits: FolderLimits = FolderLimits(),
        clock: @escaping @Sendable () -> Date
    ) throws {
        self.name = name
        self.path = path
        self.clock = clock
        library = try Library(path: path)
        try library.follow(folder: .folder(folder))
        var settings = FolderSettings(
            path: folder, device: name, version: "1.0", subscriptions: urls,
            passphrase: passphrase.map { words in FolderPassphrase { Array(words.utf8) } })
        settings.limits = limits
        syncer = Syncer(library, settings: SyncSettings([SyncAccount(settings)]), clock: clock)
    }

    func fetch(_ count: Int, from feed: String = "https://example.org/feed", guids: Bool = true) throws {
        if try !library.feeds().contains(where: { $0.url == feed }) {
            try library.subscribe(to: library.feeds().map(\.url) + [feed])
        }
        guard count > 0, let id = try library.feeds().first(where: { $0.url == feed })?.id else { return }
        let items = (1...count).map { number in
            ParsedItem(
                id: guids ? "\(feed)#\(number)" : "\(name)-\(number)", title: "Item \(number)",
                link: "\(feed)/\(number)", content: "Text \(number)")
        }
        _ = try library.store(
            ParsedFeed(format: .rss20, items: items), etag: nil, lastModified: nil, for: id, at: clock())
    }

    @discardableResult
    func sync(_ extent: SyncExtent = .everything, insisting: Bool = true) throws -> SyncOutcome {
        library.drain()
        return try syncer.run(extent, insisting: insisting)
    }

    /// The titles of items that are read, starred, or there.
    var read: [String] { get throws { try items().filter(\.isRead).map(\.title).sorted() } }
    var starred: [String] { get throws { try items().filter(\.isStarred).map(\.title).sorted() } }
    var titles: [String] { get throws { try items().map(\.title).sorted() } }

    func tags(of title: String) throws -> Set<String> {
        guard let item = try item(title) else { return [] }
        return try library.tags(of: [item])[item.id] ?? []
    }

    var account: Account { get throws { try library.accounts()[0] } }
}
