import FeedParser
import FoundationEssentials
import SQLite
import Typesetting

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
    static func server(_ account: AccountID, _ id: ServerItemID) -> ItemIdentity {
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

/// The items of one document, each once, in order, with their identities.
///
/// An item is identified by its id from the feed, otherwise its link, otherwise its title and date, otherwise its text.
/// A value that several items of the feed have doesn't count: some feeds give all the same id, or link all to their
/// front page.
///
/// All slow work happens here, on the thread that read the document, because the writer is busy enough.
struct DocumentItems: Sendable {
    struct Entry: Sendable {
        /// The position in the document.
        let index: Int
        var identity: ItemIdentity
        let title: String
        /// A hash of what is stored of it.
        let revision: Int64
        /// The keys that it shares with copies in other feeds.
        let linkKey: Int64?
        let textKey: Int64?
        /// Whether its link and title identify it, so that a stored item with both may be the same with an older id.
        let hasTellingLink: Bool
    }

    private(set) var entries: [Entry] = []

    init() {}

    /// The items of a part of a feed, each of them: a server has told them apart already.
    init(part: [ParsedItem]) {
        entries = part.enumerated().map { index, item in
            let guid = item.id.nonEmpty.map(ItemIdentity.guid)
            let link = item.link.nonEmpty.map(ItemIdentity.link)
            return Entry(
                index: index, identity: guid ?? link ?? item.identityOfText, title: item.storedTitle,
                revision: item.revision, linkKey: item.linkKey, textKey: item.textKey,
                hasTellingLink: link != nil && item.title.nonEmpty != nil)
        }
    }

    init(_ document: ParsedFeed) {
        var guids = Uses(document.items.count)
        var links = Uses(document.items.count)
        for item in document.items {
            let link = item.link.nonEmpty.map(ItemIdentity.link)
            if let guid = item.id.nonEmpty, let link { guids.countUse(.guid(guid), with: link) }
            if let link { links.countUse(link, with: .text(item.title.nonEmpty ?? item.html)) }
        }
        let frontPage = document.link.nonEmpty.map(ItemIdentity.link)
        var seen: Set<ItemIdentity> = []
        seen.reserveCapacity(document.items.count)
        entries.reserveCapacity(document.items.count)
        for (index, item) in document.items.enumerated() {
            let guid = item.id.nonEmpty.map(ItemIdentity.guid).flatMap { guids.isShared($0) ? nil : $0 }
            let link = item.link.nonEmpty.map(ItemIdentity.link)
            let ownLink = link.flatMap { $0 == frontPage || links.isShared($0) ? nil : $0 }
            let identity = guid ?? ownLink ?? item.identityOfText
            // Feeds put the newest first, so if an item comes twice the first counts.
            guard seen.insert(identity).inserted else { continue }
            // Items that share a link in this document would be confused in the next one.
            let isTelling = link.map { $0 != frontPage && (guid == nil || links.isUsedOnce($0)) } ?? false
            let hasTitle = item.title.nonEmpty != nil
            entries.append(
                Entry(
                    index: index, identity: identity, title: item.storedTitle, revision: item.revision,
                    linkKey: item.linkKey, textKey: item.textKey, hasTellingLink: isTelling && hasTitle))
        }
    }
}

/// How often the items of a document use an id or link.
private struct Uses {
    private struct Use {
        let first: ItemIdentity
        var count = 0
        var isShared = false
    }

    private var uses: [ItemIdentity: Use] = [:]

    init(_ capacity: Int) { uses.reserveCapacity(capacity) }

    /// Counts a use by an item that has another identity.
    mutating func countUse(_ key: ItemIdentity, with other: ItemIdentity) {
        var use = uses[key] ?? Use(first: other)
        use.count += 1
        if other != use.first { use.isShared = true }
        uses[key] = use
    }

    /// Whether different items use it.
    func isShared(_ key: ItemIdentity) -> Bool { uses[key]?.isShared ?? false }

    func isUsedOnce(_ key: ItemIdentity) -> Bool { uses[key]?.count == 1 }
}

extension ParsedItem {
    var identityOfText: ItemIdentity {
        title.nonEmpty.map { .title($0, at: published) } ?? .text(html)
    }
}

extension String? {
    /// Nil if the text is empty.
    fileprivate var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}

/// What the library stores of a parsed item.
extension ParsedItem {
    /// The text for reading.
    var html: String { content ?? summary ?? "" }

    /// The approximate bytes that it takes in the library.
    var storedBytes: Int { html.utf8.count + Database.bytesBesideText }

    /// Lists show many titles at once, and a title of a megabyte would delay them all. Untitled items get their opening
    /// words.
    package var storedTitle: String {
        if let title, !title.isEmpty { return title.cut }
        return String.beginning(ofHTML: html).cut
    }

    /// Lists have it in memory, too.
    var storedLink: String? { link?.asStoredAddress }

    var authorLine: String? { authors.isEmpty ? nil : authors.joined(separator: ", ").cut }

    /// The date for lists. A future date would stay above all newer items.
    func listedDate(at now: Date) -> Date { min(published ?? updated ?? now, now) }

    /// A hash that changes with anything stored of the item, except its id.
    var revision: Int64 {
        var hash = StableHash()
        hash.combine(title)
        hash.combine(link)
        for author in authors { hash.combine(author) }
        hash.combine(html)
        for date in [published, updated] { hash.combine(date) }
        for category in categories {
            hash.combine(category.name)
            hash.combine(category.scheme)
        }
        for enclosure in enclosures {
            hash.combine(enclosure.url)
            hash.combine(enclosure.type)
            hash.combine(enclosure.length)
        }
        hash.combine(image)
        hash.combine(language)
        if let comments {
            hash.combine(comments.link)
            hash.combine(comments.feed)
            hash.combine(comments.count)
        }
        if let source {
            hash.combine(source.title)
            hash.combine(source.link)
        }
        if let episode { hash.combine(episode) }
        if let location {
            hash.combine(Int64(bitPattern: location.latitude.bitPattern))
            hash.combine(Int64(bitPattern: location.longitude.bitPattern))
        }
        if let inReplyTo { hash.combine(inReplyTo) }
        return hash.value
    }
}

extension String {
    /// The part of it that lists can show.
    package var cut: String { utf8.count <= 1000 ? self : String(unicodeScalars.prefix(1000)) }

    /// The URL, unless it is longer than any server accepts: a part of it would lead elsewhere.
    var asStoredAddress: String? { utf8.count <= 8 << 10 ? self : nil }
}

extension StableHash {
    fileprivate mutating func combine(_ date: Date?) {
        if case .integer(let milliseconds) = date.sqliteValue { combine(milliseconds) } else { combine(Int64.min) }
    }

    fileprivate mutating func combine(_ number: Int?) { combine(number.map(Int64.init) ?? .min) }

    fileprivate mutating func combine(_ episode: ParsedEpisode) {
        for number in [episode.duration, episode.season, episode.number] { combine(number) }
        combine(episode.chapters)
        for transcript in episode.transcripts {
            combine(transcript.url)
            combine(transcript.type)
            combine(transcript.language)
        }
    }
}

/// A 64-bit hash for storing, so it must be the same in every process, which Swift's own isn't.
///
/// Takes eight bytes at a time: multiplies each word to 128 bits and combines the halves.
struct StableHash {
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    var value: Int64 { Int64(bitPattern: state) }

    mutating func combine(_ text: String?) {
        // A native Swift string lends its bytes without a copy.
        var text = text ?? ""
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    mutating func combine(_ text: Substring) {
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    mutating func combine(_ number: Int64) { mix(UInt64(bitPattern: number)) }

    mutating func combine(bytes: UnsafeRawBufferPointer) {
        let rest = bytes.count % 8
        for offset in stride(from: 0, to: bytes.count - rest, by: 8) {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        mix(bytes.suffix(rest).reduce(0) { $0 << 8 | UInt64($1) })
        // The length separates one field from the next.
        mix(UInt64(bytes.count))
    }

    private mutating func mix(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
        state = product.high ^ product.low
    }
}

extension String {
    /// The opening words of some HTML, in one line, as a title for untitled items.
    package static func beginning(ofHTML html: String) -> String {
        let text = Document(html: html.shortened(toBytes: longestLookedAt)).plainText
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            guard line.count + word.count < longestBeginning else {
                // Some languages don't separate words.
                return line.isEmpty ? word.prefix(longestBeginning) + "…" : line + " …"
            }
            line += line.isEmpty ? word : " " + word
        }
        return line
    }

    /// In characters, about as many as a title has at most; in bytes, what these take with all their markup.
    private static let (longestBeginning, longestLookedAt) = (100, 4096)
}
