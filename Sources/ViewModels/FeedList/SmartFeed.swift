import FoundationEssentials
import Library

/// The built-in lists above the feeds.
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
        case .today: ItemSource(name: name, scope: .since(LocalTime.startOfDay(now)))
        }
    }
}

/// The number beside each of them: its unread items, or all starred items, since most of these are read. Also whether
/// some are unread, and the number of all items.
struct SmartCounts: Equatable, Sendable {
    /// Nil before the first reading.
    private var overview: Overview?

    init() {}

    /// Reads the counts from the library.
    init(_ library: Library, at now: Date) throws(LibraryFailure) {
        overview = try library.overview(since: LocalTime.startOfDay(now))
    }

    subscript(feed: SmartFeed) -> Int {
        guard let overview else { return 0 }
        return switch feed {
        case .all, .unread: overview.all.unread
        case .starred: overview.starred
        case .today: overview.unreadRecent
        }
    }

    func hasUnread(_ feed: SmartFeed) -> Bool {
        guard let overview else { return false }
        return switch feed {
        case .all, .unread: overview.all.unread > 0
        case .starred: overview.hasUnreadStarred
        case .today: overview.unreadRecent > 0
        }
    }

    var total: Int { overview?.all.items ?? 0 }
}
