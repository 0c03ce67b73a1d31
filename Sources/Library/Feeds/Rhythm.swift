package import FoundationEssentials

/// How often a feed publishes.
package struct Rhythm: Hashable, Sendable {
    /// The usual seconds between two items.
    package let interval: Int
    /// The date of the newest item.
    package let newest: Date

    package init(interval: Int, newest: Date) {
        self.interval = interval
        self.newest = newest
    }
}
