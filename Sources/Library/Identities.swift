package import SQLite

/// Which feed. It stays the same when the feed's address changes.
package struct FeedID: Hashable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// Which item. A later item always has a greater one, so an item also says "up to here".
package struct ItemID: Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}

/// Which query of the urls file. Another expression makes it another.
package struct QueryID: Hashable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

extension QueryID: Bindable {
    package var sqliteValue: Value { .integer(rawValue) }
}

extension FeedID: Bindable {
    package var sqliteValue: Value { .integer(rawValue) }
}

extension ItemID: Bindable {
    package var sqliteValue: Value { .integer(rawValue) }
}
