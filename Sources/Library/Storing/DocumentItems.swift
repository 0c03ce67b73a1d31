import FeedParser

/// The items of one document, each once, in its order, with what they are known by.
///
/// That is the id that the feed gives an item, else its link, else its title and date, else its text. What a feed uses
/// for several of its items tells nothing: some give all the same id, some link them all to their front page.
///
/// All that takes a while to find out is found out here, wherever the document was read: the writer has enough to do.
struct DocumentItems: Sendable {
    struct Entry: Sendable {
        /// Where it stands in the document.
        let index: Int
        let identity: ItemIdentity
        let title: String
        /// A number for what is stored of it.
        let revision: Int64
        /// What its page and its text have in common with copies of it in other feeds.
        let linkKey: Int64?
        let textKey: Int64?
        /// Whether its link, with its title, would tell it from all others, so that it may have got a new id.
        let hasTellingLink: Bool
    }

    private(set) var entries: [Entry] = []

    init() {}

    init(_ document: ParsedFeed) {
        var guids = Uses(document.items.count)
        var links = Uses(document.items.count)
        for item in document.items {
            let link = item.link.nonEmpty.map(ItemIdentity.link)
            if let guid = item.id.nonEmpty, let link { guids.note(.guid(guid), with: link) }
            if let link { links.note(link, with: .text(item.title.nonEmpty ?? item.html)) }
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
            // Feeds put what is newest first, so of an item that comes twice the first counts.
            guard seen.insert(identity).inserted else { continue }
            // Items with ids of their own that share a link in this document would be taken for each other in the next.
            let isTelling = link.map { $0 != frontPage && (guid == nil || links.isUsedOnce($0)) } ?? false
            let hasTitle = item.title.nonEmpty != nil
            entries.append(
                Entry(
                    index: index, identity: identity, title: item.storedTitle, revision: item.revision,
                    linkKey: item.linkKey, textKey: item.textKey, hasTellingLink: isTelling && hasTitle))
        }
    }
}

/// How the items of a document use what they might be known by.
private struct Uses {
    private struct Use {
        let first: ItemIdentity
        var count = 0
        var isShared = false
    }

    private var uses: [ItemIdentity: Use] = [:]

    init(_ capacity: Int) { uses.reserveCapacity(capacity) }

    /// Notes a use by an item that is also known by something else.
    mutating func note(_ key: ItemIdentity, with other: ItemIdentity) {
        var use = uses[key] ?? Use(first: other)
        use.count += 1
        if other != use.first { use.isShared = true }
        uses[key] = use
    }

    /// Whether items that are not the same use it.
    func isShared(_ key: ItemIdentity) -> Bool { uses[key]?.isShared ?? false }

    func isUsedOnce(_ key: ItemIdentity) -> Bool { uses[key]?.count == 1 }
}

extension ParsedItem {
    fileprivate var identityOfText: ItemIdentity {
        title.nonEmpty.map { .title($0, at: published) } ?? .text(html)
    }
}

extension String? {
    /// Nothing where the text is empty.
    fileprivate var nonEmpty: String? { self?.isEmpty == false ? self : nil }
}
