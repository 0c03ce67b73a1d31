import FeedParser
import FoundationEssentials
import SQLite

/// The identity of an item within its feed, from one refresh to the next, as a hash: a tenth of the text's size.
struct ItemIdentity: Hashable, Sendable {
    private let hash: Int64

    /// From the feed's own id, which often is a URL.
    static func guid(_ guid: String) -> ItemIdentity { ItemIdentity(.init(), guid.withoutVariation) }

    static func link(_ link: String) -> ItemIdentity { ItemIdentity(prefix("link:"), link.withoutVariation) }

    static func title(_ title: String, at published: Date?) -> ItemIdentity {
        ItemIdentity(.init(), "title:\(title):\(published?.timeIntervalSince1970 ?? 0)"[...])
    }

    static func text(_ html: String) -> ItemIdentity { ItemIdentity(prefix("text:"), html[...]) }

    /// From the item's id on a server, where nothing else tells it from others.
    static func server(_ account: AccountID, _ id: RemoteID) -> ItemIdentity {
        var hash = prefix("server:")
        hash.combine(account.rawValue)
        switch id {
        case .number(let number): hash.combine(number)
        case .text(let text): hash.combine(text)
        }
        return ItemIdentity(hash, "")
    }

    private init(_ prefix: StableHash, _ text: Substring) {
        var hash = prefix
        hash.combine(text)
        self.hash = hash.value
    }

    private static func prefix(_ kind: String) -> StableHash {
        var hash = StableHash()
        hash.combine(kind)
        return hash
    }
}

extension ItemIdentity: Bindable {
    var sqliteValue: Value { .integer(hash) }
}

extension ItemIdentity {
    /// From the text that the first schema stored. Items with nothing but a text had another hash.
    init(firstSchema identity: String, html: String) {
        if identity.hasPrefix("link:") {
            self = .link(String(identity.dropFirst(5)))
        } else if identity.hasPrefix("text:") {
            self = .text(html)
        } else {
            self = .guid(identity)
        }
    }
}

extension String {
    /// A URL without what may change while the page stays the same: `http:` or `https:`, and a slash at its end. Other
    /// text stays as it is.
    var withoutVariation: Substring {
        for scheme in ["https://", "http://"] where utf8.starts(with: scheme.utf8) {
            let rest = utf8.dropFirst(scheme.utf8.count)
            return Substring(rest.last == UInt8(ascii: "/") ? rest.dropLast() : rest)
        }
        return self[...]
    }
}
