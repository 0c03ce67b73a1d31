package import FeedParser
package import FoundationEssentials
import SQLite
import Signals
import System

extension Library {
    /// Stores what was fetched from several feeds in one transaction, and returns the result for each.
    ///
    /// A changed item keeps its marks, and an item that left the document stays. If a feed's document can't be stored,
    /// the others are.
    package func store(_ batch: [Fetched]) -> [Result<Stored, LibraryFailure>] {
        do throws(LibraryFailure) {
            return try storeTogether(batch).map { .success($0) }
        } catch {
            guard batch.count > 1, error.isOfOneWrite else { return batch.map { _ in .failure(error) } }
            return batch.map { fetched in
                Result { () throws(LibraryFailure) in try storeTogether([fetched])[0] }
            }
        }
    }

    private func storeTogether(_ batch: [Fetched]) throws(LibraryFailure) -> [Stored] {
        let rules = rules.withLock { $0 }
        let (stored, firings) = try write { database in
            let statements = try StoringStatements(database)
            var stored = try batch.map { try database.store($0, with: statements) }
            var new = ItemSet()
            for stored in stored { if let items = stored.newItems { new.append(items) } }
            let time = batch.map(\.date).max() ?? Date()
            let (ruled, firings) = try database.apply(rules, toNew: new, at: time)
            try database.giveWaitingMarks(toNew: new, at: time)
            var changes: [LibraryChange] = []
            for (index, feed) in batch.map(\.feed).enumerated() {
                if let items = stored[index].newItems {
                    // Only now it is known which items rules have left.
                    stored[index].news = try database.news(
                        from: ItemID(items.lowerBound), to: ItemID(items.upperBound), in: feed)
                    changes.append(.newItems(feed, stored[index].news, newest: ItemID(items.upperBound)))
                }
                if stored[index].changed > 0 { changes.append(.rewritten(feed)) }
                changes.append(.feed(feed))
            }
            return ((stored, firings), changes + ruled)
        }
        for firing in firings { firingsSubject.send(firing) }
        return stored
    }

    /// Stores one document.
    package func store(
        _ parsed: ParsedFeed, etag: String?, lastModified: String?, for feed: FeedID, at now: Date
    ) throws(LibraryFailure) -> Stored {
        try storeTogether([Fetched(.document(parsed), for: feed, etag: etag, lastModified: lastModified, at: now)])[0]
    }
}

extension Stored {
    /// The new items; their numbers are consecutive, because nobody else writes meanwhile.
    var newItems: ClosedRange<Int64>? {
        newestItem.map { $0.rawValue - Int64(new) + 1...$0.rawValue }
    }
}

extension LibraryFailure {
    /// Whether the data may be at fault, and not the disk.
    fileprivate var isOfOneWrite: Bool {
        if case .storage(let error) = self { [.constraint, .other].contains(error.reason) } else { false }
    }
}

extension Database {
    fileprivate func store(_ fetched: Fetched, with statements: StoringStatements) throws -> Stored {
        // A feed that was removed meanwhile isn't a failure.
        guard let feed = try statements.findFeed.first(fetched.feed, read: { StoredFeed($0) }) else { return Stored() }
        switch fetched.outcome {
        case .document(let document):
            var writer = DocumentWriter(
                document, fetched.items, in: fetched.feed, feed, at: fetched.date, statements,
                retention: fetched.retention)
            try writer.write()
            try reconsider(writer.rewritten)
            try fold(writer.possibleCopies, in: fetched.feed)
            var fetched = fetched
            if writer.isOfAnother { (fetched.permanentURL, fetched.announcedURL) = (nil, nil) }
            try statements.notes.record(
                document: document, hash: fetched.bodyHash, of: fetched, writer.stored, writer.held.map(\.item),
                bytes: writer.bytes)
            return writer.stored
        case .unchanged: try statements.notes.recordUnchanged(fetched)
        case .sentAgain: try statements.notes.recordSentAgain(fetched)
        case .failed(let reason, let failing):
            try statements.notes.record(failure: reason, failing, of: fetched)
        }
        return Stored()
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
