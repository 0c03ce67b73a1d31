import FoundationEssentials

/// How much of a feed is kept: what is not said is kept for ever.
package struct Retention: Equatable, Sendable {
    /// For how many days after it was published, or came, if that was later.
    package var days: Int?
    /// How many of the newest items.
    package var items: Int?
    /// How many bytes, beyond which what was read goes first, and the oldest of that.
    package var bytes: Int?

    package init(days: Int? = nil, items: Int? = nil, bytes: Int? = nil) {
        self.days = days
        self.items = items
        self.bytes = bytes
    }

    /// Whether every item has to be looked at to know what is kept.
    var judgesItems: Bool { days != nil || items != nil }

    /// Before which moment an item has to have come to be too old.
    func limit(at now: Date) -> Date { days.map { now - Double($0) * 86_400 } ?? .distantPast }
}
