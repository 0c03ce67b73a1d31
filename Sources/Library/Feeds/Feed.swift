import Addresses
package import FoundationEssentials

/// A subscription: what lists of feeds show of one. `FeedDetails` has the rest, which a start does not wait for.
package struct Feed: Hashable, Identifiable, Sendable {
    package let id: FeedID
    package var unread: Int
    package var total: Int
    private var shared: Shared

    init(id: FeedID, unread: Int, total: Int, about: About) {
        (self.id, self.unread, self.total) = (id, unread, total)
        shared = Shared(about)
    }

    /// The same, and the memory of another where that says the same.
    package func sharing(_ other: Feed) -> Feed {
        guard shared == other.shared else { return self }
        var feed = self
        feed.shared = other.shared
        return feed
    }

    /// What does not change with each mark.
    struct About: Hashable, Sendable {
        let url: String
        let ownTitle: String?
        let title: String?
        let tags: [String]
        let folder: String?
        let isHidden: Bool
        let newestItem: ItemID?
        let fetching: FetchState
    }

    /// Held once by all copies: it is long, and whole lists of feeds are copied at each change.
    private final class Shared: Hashable, Sendable {
        let about: About

        init(_ about: About) { self.about = about }

        static func == (one: Shared, other: Shared) -> Bool { one === other || one.about == other.about }

        func hash(into hasher: inout Hasher) { about.hash(into: &hasher) }
    }
}

extension Feed {
    package var url: String { shared.about.url }

    /// Its address for people and programs to see, who need not know the password in it.
    package var shownURL: String { url.shownAddress }

    /// What the person calls it.
    package var ownTitle: String? { shared.about.ownTitle }

    /// What the feed calls itself; nil until it was fetched once.
    package var title: String? { shared.about.title }

    /// In the order of the alphabet.
    package var tags: [String] { shared.about.tags }

    /// The path of its group in the urls file.
    package var folder: String? { shared.about.folder }

    /// Whether lists of feeds leave it out: its items are listed as all others.
    package var isHidden: Bool { shared.about.isHidden }

    /// The newest item that counts had when they were read: what a mark-all of this feed may touch.
    package var newestItem: ItemID? { shared.about.newestItem }

    /// A number that is another in this run where anything but the counts is.
    var aboutHash: Int { shared.hashValue }

    package var fetching: FetchState { shared.about.fetching }

    package var lastSuccess: Date? { fetching.lastSuccess }

    package var lastError: String? { fetching.lastError }

    package var hasFailed: Bool { shared.about.fetching.lastError != nil }

    /// Whether it has moved for good, as its server says.
    package var hasMoved: Bool { shared.about.fetching.movedTo != nil }

    /// What to call the feed on the screen.
    package var name: String { ownTitle ?? title ?? shownURL }
}
