import FoundationEssentials

/// How much of a feed is kept; without limits, everything.
package struct Retention: Equatable, Sendable {
    /// The days after an item was published, or came, if that was later.
    package var days: Int?
    /// The number of newest items.
    package var items: Int?
    /// The bytes of text, beyond which read items go first, oldest first.
    package var bytes: Int?

    package init(days: Int? = nil, items: Int? = nil, bytes: Int? = nil) {
        self.days = days
        self.items = items
        self.bytes = bytes
    }

    /// Whether a new item comes in, given its date and how many of its document are newer. What another reader wouldn't
    /// show must not come back with each document.
    func admits(itemOf date: Date, place: Int, at now: Date) -> Bool {
        date >= limit(at: now) && place < items ?? .max
    }

    /// Whether the limits require a look at every item.
    var judgesItems: Bool { days != nil || items != nil }

    /// Items that came before this time are too old.
    func limit(at now: Date) -> Date { days.map { now - Double($0) * 86_400 } ?? .distantPast }
}
