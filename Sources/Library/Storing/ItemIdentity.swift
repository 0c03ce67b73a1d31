import FeedParser
import FoundationEssentials
import SQLite

/// What makes an item the same one at the next refresh, within its feed: as a hash, which is a tenth of the text.
struct ItemIdentity: Hashable {
    private let hash: Int64

    init(_ text: String) {
        var hash = StableHash()
        hash.combine(text)
        self.hash = hash.value
    }
}

extension ItemIdentity: Bindable {
    var sqliteValue: Value { .integer(hash) }
}

extension ParsedItem {
    /// The id that the feed gives it, else its link, else its title and date, else its text.
    var identity: ItemIdentity {
        if let id, !id.isEmpty { return ItemIdentity(id) }
        if let link, !link.isEmpty { return ItemIdentity("link:" + link) }
        if let title, !title.isEmpty {
            return ItemIdentity("title:\(title):\(published?.timeIntervalSince1970 ?? 0)")
        }
        return ItemIdentity("text:\(revision)")
    }

    /// A number that changes when what is stored of the item changes.
    var revision: Int64 {
        var hash = StableHash()
        hash.combine(title)
        hash.combine(link)
        hash.combine(authors.joined(separator: "\n"))
        hash.combine(content ?? summary)
        return hash.value
    }
}
