package import FoundationEssentials

/// Items that came from a server, to be stored: parts of its feeds, which say nothing by what they lack.
///
/// All slow work happens here, on the thread that got them.
package struct ServerPart: Sendable {
    struct OfFeed: Sendable {
        /// The feed's id on the server.
        let feed: String
        let items: [RemoteItem]
        let entries: [DocumentItems.Entry]
    }

    let account: AccountID
    let sync: SyncNumber
    let date: Date
    let feeds: [OfFeed]

    package init(_ items: [RemoteItem], of account: AccountID, in sync: SyncNumber, at date: Date) {
        self.account = account
        self.sync = sync
        self.date = date
        var order: [String] = []
        var byFeed: [String: [RemoteItem]] = [:]
        for item in items {
            if byFeed[item.feed] == nil { order.append(item.feed) }
            byFeed[item.feed, default: []].append(item)
        }
        feeds = order.map { feed in
            let items = byFeed[feed] ?? []
            return OfFeed(feed: feed, items: items, entries: DocumentItems(part: items.map(\.item)).entries)
        }
    }
}

/// What storing a part has come to.
package struct StoredPart: Equatable, Sendable {
    package var new = 0
    /// Items whose marks the server has changed.
    package var taken = 0
    /// Items of feeds that the library doesn't know to be on the server.
    package var homeless: [RemoteID] = []

    package init() {}
}
