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

/// How many items each of them lists, and whether any of those is unread.
struct SmartCounts: Equatable, Sendable {
    private var counts: [SmartFeed: Int] = [:]
    private var unread: Set<SmartFeed> = []

    init() {}

    /// As the library has them now.
    init(_ library: Library, at now: Date) throws(LibraryFailure) {
        guard let overview = try library.overview(since: ClockTime.startOfDay(now)) else { return }
        counts = [
            .all: overview.all.items, .unread: overview.all.unread, .starred: overview.starred, .today: overview.recent
        ]
        if overview.all.unread > 0 { unread = [.all, .unread] }
        if overview.hasUnreadStarred { unread.insert(.starred) }
        if overview.hasUnreadRecent { unread.insert(.today) }
    }

    subscript(feed: SmartFeed) -> Int { counts[feed] ?? 0 }

    func hasUnread(_ feed: SmartFeed) -> Bool { unread.contains(feed) }
}
