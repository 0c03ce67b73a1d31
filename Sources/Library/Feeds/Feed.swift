import Addresses
package import FoundationEssentials

/// A feed as lists show it. `FeedDetails` has the rest, for which a start doesn't wait.
package struct Feed: Hashable, Identifiable, Sendable {
    package let id: FeedID
    package var unread: Int
    package var total: Int
    private var shared: Shared

    init(id: FeedID, unread: Int, total: Int, about: About) {
        (self.id, self.unread, self.total) = (id, unread, total)
        shared = Shared(about)
    }

    /// The same values, sharing the memory of `other` where they are equal.
    package func sharing(_ other: Feed) -> Feed {
        guard shared == other.shared else { return self }
        var feed = self
        feed.shared = other.shared
        return feed
    }

    /// The values that marks don't change.
    struct About: Hashable, Sendable {
        let url: String
        let ownTitle: String?
        let title: String?
        let tags: [String]
        let folder: String?
        let isHidden: Bool
        let account: AccountID?
        let newestItem: ItemID?
        let fetching: FetchState
    }

    /// Shared by all copies: it is long, and each change copies whole lists of feeds.
    private final class Shared: Hashable, Sendable {
        let about: About

        init(_ about: About) { self.about = about }

        static func == (one: Shared, other: Shared) -> Bool { one === other || one.about == other.about }

        func hash(into hasher: inout Hasher) { about.hash(into: &hasher) }
    }
}

extension Feed {
    package var url: String { shared.about.url }

    /// Its URL for display, without a password.
    package var shownURL: String { url.shownAddress }

    /// Whether a command prints or filters its document.
    package var isOfCommand: Bool { url.runsCommand }

    /// The user's title for it.
    package var ownTitle: String? { shared.about.ownTitle }

    /// The feed's own title; nil before its first fetch.
    package var title: String? { shared.about.title }

    /// In alphabetical order.
    package var tags: [String] { shared.about.tags }

    /// The path of its group in the urls file.
    package var folder: String? { shared.about.folder }

    /// Whether feed lists leave it out. Its items are listed like all others.
    package var isHidden: Bool { shared.about.isHidden }

    /// The account whose server fetches it; nil if lede does.
    package var account: AccountID? { shared.about.account }

    /// The newest item when the counts were read: marking the feed read touches no newer one.
    package var newestItem: ItemID? { shared.about.newestItem }

    /// A number that differs within this run if anything but the counts differs.
    var aboutHash: Int { shared.hashValue }

    package var fetching: FetchState { shared.about.fetching }

    package var lastSuccess: Date? { fetching.lastSuccess }

    package var lastError: String? { fetching.lastError }

    package var hasFailed: Bool { shared.about.fetching.lastError != nil }

    /// Whether it has moved for good, according to its server.
    package var hasMoved: Bool { shared.about.fetching.movedTo != nil }

    /// The feed's title on the screen.
    package var name: String { ownTitle ?? title ?? shownURL }
}
