import FoundationEssentials
import SQLite

/// The position of an item in a listing, from which a page continues in either direction.
package struct PageKey: Equatable, Sendable {
    /// The section of the listing.
    let section: Int
    let place: Place

    /// The position among items sorted by date.
    struct Place: Comparable {
        let date: Int64
        let item: ItemID

        static let first = Place(date: .min, item: ItemID(.min))
        static let last = Place(date: .max, item: ItemID(.max))

        static func < (left: Place, right: Place) -> Bool { (left.date, left.item) < (right.date, right.item) }
    }
}

extension Listing {
    /// The position of an item in the listing.
    package func key(of item: Item) -> PageKey {
        let section =
            switch sectioning {
            case .none: 0
            case .unreadFirst: wasUnread(item) ? 0 : 1
            case .feeds: feeds.firstIndex(of: item.feed) ?? 0
            }
        return PageKey(section: section, place: PageKey.Place(date: item.date.milliseconds, item: item.id))
    }

    /// Whether it was unread when the list was filled.
    func wasUnread(_ item: Item) -> Bool {
        item.isRead ? readSince.on.contains(item.id) : !readSince.off.contains(item.id)
    }

    /// Whether it was starred when the list was filled.
    func wasStarred(_ item: Item) -> Bool {
        item.isStarred ? !starredSince.on.contains(item.id) : starredSince.off.contains(item.id)
    }
}

extension Date {
    /// In the library's milliseconds.
    package var milliseconds: Int64 {
        guard case .integer(let milliseconds) = sqliteValue else { preconditionFailure("a date is stored as a number") }
        return milliseconds
    }
}
