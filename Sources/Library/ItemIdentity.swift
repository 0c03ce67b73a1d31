import FeedParser
import FoundationEssentials

extension ParsedItem {
    /// What makes the item the same one at the next refresh: the id that the feed gives it, else its link, else its
    /// title and date, else its text.
    var identity: String {
        if let id, !id.isEmpty { return id }
        if let link, !link.isEmpty { return "link:" + link }
        if let title, !title.isEmpty { return "title:\(title):\(published?.timeIntervalSince1970 ?? 0)" }
        return "text:\(revision)"
    }

    /// A number that changes when what is stored of the item changes.
    var revision: Int64 {
        var hash = FNV1a()
        hash.combine(title)
        hash.combine(link)
        hash.combine(authors.joined(separator: "\n"))
        hash.combine(content ?? summary)
        return hash.value
    }
}

/// The 64-bit FNV-1a hash: kept in the library, so it has to be the same in every process, which Swift's own is not.
private struct FNV1a {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: Int64 { Int64(bitPattern: state) }

    mutating func combine(_ text: String?) {
        for byte in (text ?? "").utf8 { combine(byte) }
        // 0xFF is in no UTF-8, so it tells where one field ends.
        combine(0xFF)
    }

    private mutating func combine(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
