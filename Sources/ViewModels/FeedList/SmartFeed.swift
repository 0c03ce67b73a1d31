import FoundationEssentials
import Library

/// Lists over all feeds that stand above them.
package enum SmartFeed: String, CaseIterable, Sendable {
    case all
    case unread
    case starred
    case today

    package var name: String {
        switch self {
        case .all: "All"
        case .unread: "Unread"
        case .starred: "Starred"
        case .today: "Today"
        }
    }

    func source(at now: Date) -> ItemSource {
        switch self {
        case .all: ItemSource(name: name, scope: .all)
        case .unread: ItemSource(name: name, scope: .all, unreadOnly: true)
        case .starred: ItemSource(name: name, scope: .starred)
        case .today: ItemSource(name: name, scope: .since(ClockTime.startOfDay(now)))
        }
    }
}

/// How many items each of them lists.
struct SmartCounts: Equatable, Sendable {
    private var counts: [SmartFeed: Int] = [:]

    init() {}

    /// As the library has them now.
    init(_ library: Library, at now: Date) throws(LibraryFailure) {
        let all = try library.counts(of: .all)
        counts[.all] = all.items
        counts[.unread] = all.unread
        counts[.starred] = try library.counts(of: .starred).items
        counts[.today] = try library.counts(of: SmartFeed.today.source(at: now).scope).items
    }

    subscript(feed: SmartFeed) -> Int { counts[feed] ?? 0 }
}
