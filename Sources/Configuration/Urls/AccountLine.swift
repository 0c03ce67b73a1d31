import Addresses

/// A user's account on a feed server, in a line `server:KIND:URL` of the urls file, with its settings.
package struct AccountLine: Equatable, Sendable {
    /// The protocol that the server speaks.
    package enum Kind: String, CaseIterable, Sendable {
        case greader, miniflux, fever, nextcloud, ttrss
    }

    package let line: Int
    package let kind: Kind
    /// The URL of the server's interface.
    package let url: String
    /// The user's title.
    package let title: String?
    /// Tags that all its feeds get, in order, each once.
    package let tags: [String]
    package let group: FeedGroup?
    /// The options below it. Only those of `FeedOption.ofServers` are ever set.
    package internal(set) var options = FeedOptions()

    /// Its tags, and those of its groups.
    package var allTags: [String] { tags.joined(to: group) }

    /// What to call it where its user isn't shown.
    package var displayName: String { title ?? url.shownAddress }

    /// What the urls file calls it. No two accounts have the same.
    package var name: String { AccountName(kind, url).of(options.user) }

    /// Equal for the accounts of one user, however their URLs are written.
    package var identity: String { AccountName(kind, url.withoutFinalSlashes).of(options.user) }
}

extension String {
    fileprivate var withoutFinalSlashes: String {
        let href = WebURL(self)?.href ?? self
        return String(href[...(href.lastIndex { $0 != "/" } ?? href.startIndex)])
    }
}
