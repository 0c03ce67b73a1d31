import Dispatch
import SQLite
package import Signals
import System
import Typesetting

extension Library {
    /// Keeps the search index up to date in the background, while this library is open.
    /// It begins in a moment, or at once.
    package func keepSearchIndexed(atOnce: Bool = false) { searchIndexer.begin(atOnce: atOnce) }

    /// Reports on a background queue that everything is indexed, each time that there was something to do.
    package var searchIndexed: Signal<Void, Never> { searchIndexer.caughtUp }

    /// Indexes for at most this long, on the caller's thread.
    package func indexForSearch(for duration: Duration) throws(LibraryFailure) {
        do { _ = try searchIndexer.run(for: duration) } catch { throw failure(error) }
    }

    /// The approximate number of items that the index lacks.
    package func unindexedItems() throws(LibraryFailure) -> Int { try read { try $0.unindexedItems() } }
}

extension LibraryChange {
    /// Whether the search index may lack texts. A changed item comes as a change of its feed.
    var bringsTexts: Bool {
        switch self {
        case .feed, .newItems: true
        default: false
        }
    }
}

/// Indexes stored items step by step in the background.
///
/// A separate queue extracts texts from HTML with a reading connection. Only a finished batch goes to the writer, in a
/// transaction so short that a mark can wait for it. The library stores the progress, so the next process continues
/// there; of two processes, one notices that it was overtaken and waits.
final class SearchIndexer: Sendable {
    private enum Step {
        case done
        case overtaken
        case nothingToDo
    }

    private let pool: DatabasePool
    /// A queue of its own, since it extracts texts from HTML for minutes in a new library.
    private let queue = DispatchQueue(label: "lede.library.search", qos: .utility)
    private let state = Locked(SearchIndexerState())
    private let caughtUpSubject = Subject<Void, Never>()

    /// Reports that everything is indexed, each time that there was background work.
    var caughtUp: Signal<Void, Never> { caughtUpSubject.signal }

    init(_ pool: DatabasePool) {
        self.pool = pool
    }

    /// Indexes everything that is missing now, and everything that is stored later.
    func begin(atOnce: Bool) {
        if state.withLock({ $0.begin() }) { goOn(in: atOnce ? .zero : SearchIndexerState.quiet) }
    }

    /// Starts when nothing was stored for a moment: storing goes first.
    func wake() {
        if state.withLock({ $0.recordNews() }) { goOn(in: SearchIndexerState.quiet) }
    }

    /// Indexes for at most this long, on the caller's thread. Returns whether there may be more to do.
    func run(for duration: Duration) throws -> Bool {
        let end = ContinuousClock.now + duration
        while try step() == .done { if ContinuousClock.now >= end { return true } }
        return false
    }

    private func goOn(in duration: Duration) {
        queue.asyncAfter(deadline: .now() + duration / .seconds(1)) { [weak self] in self?.work() }
    }

    private func work() {
        if let wait = state.withLock({ $0.timeToWait() }) { return goOn(in: wait) }
        // A failed read or write may work later, and user actions report the reason.
        switch (try? step()) ?? .nothingToDo {
        case .done:
            state.withLock { $0.hasWorked = true }
            goOn(in: .milliseconds(2))
        case .overtaken: goOn(in: .seconds(2))
        case .nothingToDo: rest()
        }
    }

    private func rest() {
        if state.withLock({ $0.looksForStaleVolume() }), (try? discardStaleVolume()) == true {
            state.withLock { $0.looksAgainForStaleVolume() }
            return goOn(in: .zero)
        }
        if state.withLock({ $0.goesOn() }) { return goOn(in: SearchIndexerState.quiet) }
        caughtUpSubject.send(())
    }

    /// Rebuilds a volume if more than a third of it is deleted or changed items.
    private func discardStaleVolume() throws -> Bool {
        // It reads all items once.
        let volume = try pool.read { database in
            try database.withCache(.small) { try database.staleSearchVolume() }
        }
        guard let volume else { return false }
        try pool.write { try $0.discard(volume) }
        return true
    }

    /// Merges and joins volumes, step by step. Returns whether there was something to do.
    private func tidyUp() throws -> Bool {
        if try pool.read({ try $0.volumeToMerge() }) != nil {
            try pool.write { try $0.mergeCompleteVolume() }
        } else if try pool.read({ try JoinedVolume.next(in: $0) != nil }) {
            try pool.write { try JoinedVolume.next(in: $0)?.goOn() }
        } else if try pool.read({ try $0.replacedVolume() }) != nil {
            try pool.write { database in try database.replacedVolume().map { try database.delete(replaced: $0) } }
        } else {
            return false
        }
        return true
    }

    private func step() throws -> Step {
        let size = state.withLock { $0.beginBatch() }
        guard let batch = try pool.read({ try SearchBatch.next(of: size, in: $0) }) else {
            return try tidyUp() ? .done : .nothingToDo
        }
        var duration = Duration.zero
        let (isIndexed, _) = try pool.write { database in
            let start = ContinuousClock.now
            return (try database.index(batch), start)
        } committed: { _, start in
            // Includes the commit, when SQLite writes.
            duration = start.duration(to: .now)
        }
        guard isIndexed else { return .overtaken }
        state.withLock { $0.adapt(to: duration, of: batch.size) }
        // In separate transactions, so that a mark can come between.
        for _ in 1...2 { try pool.write { try $0.merge(batch.volume) } }
        return .done
    }
}

/// When the indexer works, and how much at once.
private struct SearchIndexerState {
    static let quiet = Duration.milliseconds(500)
    /// An endless refresh doesn't delay it.
    private static let patience = Duration.seconds(10)
    /// The desired time of a transaction: half of what a mark may have to wait.
    private static let transaction = Duration.milliseconds(10)

    private var isKept = false
    /// Whether there was something to do.
    var hasWorked = false
    private var isRunning = false
    private var hasNews = false
    private var hasLookedForStaleVolume = false
    private var lastNews = ContinuousClock.now
    private var waitingSince: ContinuousClock.Instant?
    /// In bytes of text.
    private var batchSize = 50_000

    /// Returns whether to start work, as the following does.
    mutating func begin() -> Bool {
        isKept = true
        defer { isRunning = true }
        return !isRunning
    }

    /// Notes that something was stored.
    mutating func recordNews() -> Bool {
        guard isKept else { return false }
        lastNews = .now
        hasNews = true
        defer { isRunning = true }
        return !isRunning
    }

    mutating func timeToWait() -> Duration? {
        let wait = lastNews + Self.quiet - .now
        let since = waitingSince ?? .now
        guard wait > .zero, since.duration(to: .now) < Self.patience else {
            if wait <= .zero { waitingSince = nil }
            return nil
        }
        waitingSince = since
        return wait
    }

    mutating func beginBatch() -> Int {
        hasNews = false
        return batchSize
    }

    mutating func adapt(to duration: Duration, of size: Int) {
        // The time of a small batch depends more on the transaction than on its texts.
        guard size > batchSize / 2 else { return }
        let factor = min(max(Self.transaction / max(duration, .microseconds(1)), 0.5), 1.5)
        batchSize = min(max(Int(Double(batchSize) * factor), 10_000), 1_000_000)
    }

    /// Once is enough, and only after indexing: volumes become outdated over months.
    mutating func looksForStaleVolume() -> Bool {
        guard hasWorked, !hasLookedForStaleVolume else { return false }
        hasLookedForStaleVolume = true
        return true
    }

    /// After one was rebuilt. One at a time, because searches lack its texts meanwhile.
    mutating func looksAgainForStaleVolume() { hasLookedForStaleVolume = false }

    /// Whether something was stored since the look that found nothing.
    mutating func goesOn() -> Bool {
        isRunning = hasNews
        return isRunning
    }
}

/// Texts ready to be indexed in one transaction.
struct SearchBatch: Sendable {
    struct Text: Sendable {
        let item: ItemID
        let edition: Int64
        let revision: Int64
        /// When the article's page was fetched; nil if it wasn't.
        let fetched: Int64?
        let title: String
        let author: String
        let body: String

        /// Its number in the index.
        var number: Int64 { SearchText.number(of: item, edition: edition) }

        var size: Int { title.utf8.count + author.utf8.count + body.utf8.count }
    }

    let volume: SearchVolume
    /// The last indexed item of the volume, before and after; equal if the texts are of changed items.
    let from: Int64
    let upTo: Int64
    let texts: [Text]

    var size: Int { texts.reduce(0) { $0 + $1.size } }
}

extension SearchBatch.Text {
    /// Of a longer text only the beginning is indexed: people rarely remember the middle of a book.
    private static let longestBody = 200_000

    /// The words of an item's texts, without markup: of the feed's, and of its page.
    static func body(of texts: [String]) -> String {
        texts.filter { !$0.isEmpty }.map { Document(html: $0).plainText }.joined(separator: "\n")
            .shortened(toBytes: longestBody)
    }

    /// The item's current text; nil if the item doesn't exist.
    init?(of item: ItemID, edition: Int64, in database: Database) throws {
        let found = try database.first(
            """
            SELECT revision, items.title, author, contents.html, fetched, full_texts.html FROM items
                LEFT JOIN contents ON contents.item = id LEFT JOIN full_texts ON full_texts.item = id WHERE id = ?
            """, item
        ) { row in
            Self(
                item: item, edition: edition, revision: row.integer(0), fetched: row.optionalInteger(4),
                title: row.text(1), author: row.text(2), body: Self.body(of: [row.text(3), row.text(5)]))
        }
        guard let found else { return nil }
        self = found
    }
}

extension SearchBatch {
    /// The next texts that the index lacks, of about this many bytes: new items first, newest first, then changed
    /// items. Nil if it lacks nothing.
    static func next(of size: Int, in database: Database) throws -> SearchBatch? {
        if let gap = try database.searchGaps().ranges.first { return try unindexed(of: size, in: gap, database) }
        let batch = try changed(of: size, database)
        // An empty batch would make the indexer ask again and again.
        return batch?.texts.isEmpty == false ? batch : nil
    }

    private static func unindexed(
        of size: Int, in gap: ClosedRange<Int64>, _ database: Database
    ) throws -> SearchBatch {
        let volume = SearchVolume(of: ItemID(gap.upperBound))
        let from = try database.first("SELECT indexed FROM search_volumes WHERE volume = ?", volume.number) {
            $0.integer(0)
        }
        let next = try database.statement("SELECT id FROM items WHERE id > ? AND id <= ? ORDER BY id LIMIT 1")
        var texts: [Text] = []
        var left = size
        var reached = max(gap.lowerBound, volume.items.lowerBound) - 1
        while left > 0 {
            guard let id = try next.first(reached, gap.upperBound, read: { $0.integer(0) }) else {
                // A volume gets no items once a later volume has some.
                let newest = try database.first("SELECT max(id) FROM items", read: { $0.integer(0) }) ?? 0
                if newest > volume.items.upperBound { reached = volume.items.upperBound }
                break
            }
            guard id > reached else { throw SQLiteError.impossibleRows }
            reached = id
            if let text = try Text(of: ItemID(id), edition: 0, in: database) {
                texts.append(text)
                // Many short texts cost as much as a long one.
                left -= text.size + 100
            }
        }
        return SearchBatch(volume: volume, from: from ?? volume.items.lowerBound - 1, upTo: reached, texts: texts)
    }

    private static func changed(of size: Int, _ database: Database) throws -> SearchBatch? {
        // Those of volumes that are being joined wait.
        let volumes = try database.searchVolumes()
        let joining = try database.volumeBeingJoined()?.items
        let due = try database.all(
            """
            SELECT item, edition FROM search_changes
            WHERE is_due = 1 AND item > 0 AND edition BETWEEN 0 AND ?1 AND item IN (SELECT id FROM items)
                AND item NOT BETWEEN ?2 AND ?3
            ORDER BY item DESC LIMIT 100
            """, SearchText.mostEditions, joining?.lowerBound ?? 0, joining?.upperBound ?? 0
        ) { row in
            let item = row.integer(0)
            let volume = volumes.first { $0.volume.items.contains(item) && $0.indexed >= item }
            return volume.map { (item: ItemID(item), edition: row.integer(1), volume: $0) }
        }.compactMap(\.self)
        guard let first = due.first else { return nil }
        var texts: [Text] = []
        var left = size
        for change in due where change.volume.volume == first.volume.volume && left > 0 {
            guard let text = try Text(of: change.item, edition: change.edition + 1, in: database) else { continue }
            texts.append(text)
            left -= text.size + 100
        }
        // In ascending order SQLite need not write to disk between two.
        texts.sort { $0.number < $1.number }
        let indexed = first.volume.indexed
        return SearchBatch(volume: first.volume.volume, from: indexed, upTo: indexed, texts: texts)
    }
}

extension Database {
    /// Indexes a batch, unless another process has indexed in this volume since the texts were read.
    func index(_ batch: SearchBatch) throws -> Bool {
        let volume = batch.volume
        let indexed = try first("SELECT indexed FROM search_volumes WHERE volume = ?", volume.number) { $0.integer(0) }
        guard (indexed ?? volume.items.lowerBound - 1) == batch.from,
            try volumeBeingJoined().map({ $0.items.overlaps(volume.items) }) != true
        else { return false }
        if indexed == nil {
            try make(volume)
            try run("INSERT INTO search_volumes (volume, indexed) VALUES (?, ?)", volume.number, batch.from)
        }
        let insert = try statement("INSERT INTO \(volume.table) (rowid, title, author, body) VALUES (?, ?, ?, ?)")
        var texts = 0
        for text in batch.texts where try isDue(text) {
            try insert.run(text.number, text.title, text.author, text.body)
            texts += 1
        }
        try run(
            "UPDATE search_volumes SET indexed = ?, texts = texts + ? WHERE volume = ?", batch.upTo, texts,
            volume.number)
        return texts > 0 || batch.upTo > batch.from
    }

    /// Notes that a changed item is indexed. One that changed again since its text was read stays due.
    private func isDue(_ text: SearchBatch.Text) throws -> Bool {
        guard text.edition > 0 else { return true }
        return try run(
            """
            UPDATE search_changes SET edition = ?2, is_due = 0
            WHERE item = ?1 AND edition = ?2 - 1 AND is_due = 1 AND (SELECT revision FROM items WHERE id = ?1) = ?3
                AND (SELECT fetched FROM full_texts WHERE item = ?1) IS ?4
            """, text.item, text.edition, text.revision, text.fetched) == 1
    }
}

extension String {
    /// The beginning that fits into this many bytes.
    func shortened(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        // Not inside a character.
        while utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return String(unicodeScalars[..<end])
    }
}

/// The items that the index lacks, as ranges of their numbers with an item at each end.
struct SearchGaps {
    /// The newest come first, and stored texts that have changed last.
    private(set) var ranges: [ClosedRange<Int64>] = []
    private(set) var changed: [Int64] = []
    /// About how many there are beside these.
    private(set) var leftOut = 0

    /// About how many there are, at most.
    var size: Int { ranges.reduce(changed.count + leftOut) { $0 + min($1.count, 1 << 40) } }

    /// The numbers of all items that it has, as ranges, newest first within each of the two kinds.
    var spans: [ClosedRange<Int64>] { changed.map { $0...$0 } + ranges }

    /// The changed texts and this many of the others.
    func newest(_ count: Int) -> SearchGaps {
        var (newest, left) = (SearchGaps(changed: changed), Int64(count))
        for range in ranges {
            let start = max(range.lowerBound, range.upperBound - max(left, 0) + 1)
            if start <= range.upperBound { newest.ranges.append(start...range.upperBound) }
            left -= range.upperBound - range.lowerBound + 1
        }
        newest.leftOut = size - newest.size
        return newest
    }
}

extension Database {
    func searchGaps() throws -> SearchGaps {
        let first = try statement("SELECT id FROM items WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1")
        let last = try statement("SELECT id FROM items WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1")
        var ranges: [ClosedRange<Int64>] = []
        func add(_ from: Int64, _ end: Int64) throws {
            guard from <= end, let lower = try first.first(from, end, read: { $0.integer(0) }),
                let upper = try last.first(from, end, read: { $0.integer(0) })
            else { return }
            // A damaged library may claim anything.
            guard from <= lower, lower <= upper, upper <= end else { throw SQLiteError.impossibleRows }
            ranges.append(lower...upper)
        }
        var end = Int64.max
        for indexed in try searchVolumes() {
            let items = indexed.volume.items
            if items.upperBound < end { try add(items.upperBound + 1, end) }
            try add(max(indexed.indexed &+ 1, items.lowerBound), min(items.upperBound, end))
            end = min(end, items.lowerBound - 1)
        }
        try add(1, end)
        let changed = try all("SELECT item FROM search_changes WHERE is_due = 1 ORDER BY item DESC") { $0.integer(0) }
        return SearchGaps(
            ranges: ranges, changed: changed.filter { item in !ranges.contains { $0.contains(item) } })
    }

    /// The approximate number of items that the index lacks, including changed ones.
    func unindexedItems() throws -> Int { try searchGaps().size }
}
