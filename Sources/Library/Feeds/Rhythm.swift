package import FoundationEssentials

/// How often a feed brings something.
package struct Rhythm: Hashable, Sendable {
    /// The seconds that usually lie between two items.
    package let interval: Int
    /// The date of the newest item.
    package let newest: Date

    package init(interval: Int, newest: Date) {
        self.interval = interval
        self.newest = newest
    }
}
