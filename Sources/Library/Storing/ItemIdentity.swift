import FeedParser
import FoundationEssentials
import SQLite

/// What makes an item the same one at the next refresh, within its feed: as a hash, which is a tenth of the text.
struct ItemIdentity: Hashable, Sendable {
    private let hash: Int64

    /// By what the feed itself knows it by, which often is an address.
    static func guid(_ guid: String) -> ItemIdentity { ItemIdentity(.init(), guid.withoutVariation) }

    static func link(_ link: String) -> ItemIdentity { ItemIdentity(prefix("link:"), link.withoutVariation) }

    static func title(_ title: String, at published: Date?) -> ItemIdentity {
        ItemIdentity(.init(), "title:\(title):\(published?.timeIntervalSince1970 ?? 0)"[...])
    }

    static func text(_ html: String) -> ItemIdentity { ItemIdentity(prefix("text:"), html[...]) }

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
    /// From the text that the first schema kept. What had nothing but a text was known by another hash of that.
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
    /// An address without what changes while the page stays the same one: the step from http to https, and a slash at
    /// its end. Another text is left as it is.
    var withoutVariation: Substring {
        for scheme in ["https://", "http://"] where utf8.starts(with: scheme.utf8) {
            let rest = utf8.dropFirst(scheme.utf8.count)
            return Substring(rest.last == UInt8(ascii: "/") ? rest.dropLast() : rest)
        }
        return self[...]
    }
}
