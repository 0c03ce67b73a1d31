import FeedParser

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
    var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}
