package import SQLite

/// A feed. Its id stays when its URL changes.
package struct FeedID: Hashable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

/// An item. Later items have greater ids, so an id also means “up to here”.
package struct ItemID: Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}

/// A saved search of the urls file. Another filter makes another one.
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
