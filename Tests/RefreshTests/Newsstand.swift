import Foundation
import HTTP
import Library
import Refresh
import SQLite
import Signals
import System
import TestSupport

typealias Told = Event<RefreshEvent, Never>

/// A library in a temporary folder, with feeds at some URLs, and its refresher.
struct Newsstand {
    let library: Library
    let refresher: Refresher
    private let home: Home

    init(_ urls: [String], change: (inout RefreshSettings) -> Void = { _ in }) throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
        var settings = RefreshSettings.patient(userAgent: "lede-tests/1")
        // All feeds of a test have the same host.
        settings.transfersPerHost = .max
        change(&settings)
        refresher = Refresher(library: library, settings: settings)
        try library.subscribe(to: urls)
    }

    /// Another refresher of the same library, like another process.
    init(sharing other: Newsstand) throws {
        home = other.home
        library = try Library(path: home.path + "/library.db")
        refresher = Refresher(library: library, settings: other.refresher.settings)
    }

    /// Lets the library refuse notes about fetches from now on, as a full disk does.
    func fill() throws {
        try Database(path: home.path + "/library.db", access: .readWrite).execute(
            "CREATE TRIGGER full BEFORE INSERT ON fetches BEGIN SELECT RAISE(ABORT, 'no room'); END")
    }

    var feeds: [Feed] { get throws { try library.feeds() } }

    func due(at now: Date) throws -> [Feed] { try library.due(among: feeds, at: now) }

    /// When and why each feed is fetched next.
    var dues: [Due?] { get throws { try feeds.map { try library.details(of: $0.id).due } } }

    /// The titles of a feed's items, newest first.
    func titles(_ feed: Feed) throws -> [String] {
        try library.items(of: feed.id, unreadOnly: false, limit: .max).map(\.title)
    }

    /// Starts to refresh some or all feeds, and records the events.
    func begin(
        _ feeds: [Feed]? = nil, insisting: Bool = false, overridingWaits: Bool = false
    ) throws -> (refresh: any Disposable, told: Record<Told>) {
        let told = Record<Told>()
        let refresh = refresher.refresh(
            try feeds ?? self.feeds, insisting: insisting, overridingWaits: overridingWaits
        ).subscribe { event in
            if !event.isProgress { told.add(event) }
        }
        return (refresh, told)
    }

    /// Refreshes some or all feeds, waits for the end and returns the events.
    @discardableResult
    func refresh(
        _ feeds: [Feed]? = nil, insisting: Bool = false, overridingWaits: Bool = false
    ) async throws -> [Told] {
        let (_, told) = try begin(feeds, insisting: insisting, overridingWaits: overridingWaits)
        await told.wait { $0.last == .completed }
        return told.entries
    }

    /// Refreshes all feeds and returns the outcomes, in the order of the feeds.
    func outcomes(insisting: Bool = false) async throws -> [FeedOutcome?] {
        let told = try await refresh(insisting: insisting)
        return try feeds.map { feed in told.compactMap { $0.outcome(of: feed) }.first }
    }
}

extension RefreshSettings {
    /// Settings with which transfers may take as long as they do on a busy machine, or as a gate holds them back.
    static func patient(userAgent: String) -> RefreshSettings {
        var settings = RefreshSettings(userAgent: userAgent)
        settings.request.limits?.stall = .seconds(3600)
        settings.request.limits?.overall = .seconds(3600)
        return settings
    }
}

extension Told {
    func outcome(of feed: Feed) -> FeedOutcome? {
        if case .next(.finished(feed.id, let outcome)) = self { outcome } else { nil }
    }

    fileprivate var isProgress: Bool { if case .next(.progress) = self { true } else { false } }
}

extension FeedOutcome {
    /// The number of new items, nil if nothing was stored.
    var new: Int? {
        if case .fetched(.document(let stored)) = self { stored.new } else { nil }
    }
}

extension Answer {
    /// A feed with items of these titles.
    static func feed(_ titles: String..., headers: [String: String] = [:]) -> Answer {
        let feed = SampleFeed(title: "Feed", items: titles.map { SampleFeed.Item(title: $0) })
        return Answer(200, headers: headers, body: feed.rss)
    }
}

/// A server's answers in turn; the last one is repeated.
final class Answers: Sendable {
    private let left: Locked<[Answer]>

    init(_ answers: [Answer]) {
        left = Locked(answers)
    }

    func next() -> Answer {
        left.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
}
