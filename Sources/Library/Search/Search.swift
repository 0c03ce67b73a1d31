import Dispatch
package import FoundationEssentials
import Glibc
package import SQLite
package import Signals

extension Library {
    /// How many texts that the index lacks a search looks through.
    package static let mostSearchedTexts = Search.mostTexts

    /// Finds items, best first: matches in titles count more than in texts, and new items more than old ones.
    ///
    /// An interruption, by itself or from another thread, ends the search with its results so far.
    package func search(
        _ query: SearchQuery, limit: Int = 50, before interruption: Interruption = Interruption(), now: Date = Date()
    ) throws(LibraryFailure) -> SearchResults {
        let marks = changeQueue.marks
        return try read { database in
            var search = try Search(query, limit: limit, now: now, in: database)
            return try search.results(before: interruption).applying(marks)
        }
    }

    /// Searches on another thread. If it takes longer than `patience`, the signal first sends the results so far, and
    /// the search continues. Disposing of the subscription ends it.
    package func results(
        of query: SearchQuery, limit: Int = 50, within time: Duration, patience: Duration, now: Date = Date()
    ) -> Signal<SearchResults, LibraryFailure> {
        Signal { [self] observer in
            let (end, callingOff) = (Interruption(after: time), Interruption())
            let marks = changeQueue.marks
            searching.async {
                // Another search replaced it before it began.
                if callingOff.isDue { return }
                do throws(LibraryFailure) {
                    let results = try self.read(interruptibleBy: callingOff) { database in
                        var search = try Search(query, limit: limit, now: now, in: database)
                        let results = try search.results(before: Interruption(after: patience)).applying(marks)
                        guard search.ending == .interrupted, !callingOff.isDue else { return results }
                        observer.send(results)
                        return try search.results(before: end).applying(marks)
                    }
                    observer.send(results)
                    observer.send(.completed)
                } catch {
                    observer.send(.failed(error))
                }
            }
            return ActionDisposable { callingOff.interrupt() }
        }
    }

    /// A snippet of an item's text, with the positions of the words.
    package func snippet(of item: ItemID, for query: SearchQuery) throws(LibraryFailure) -> Snippet {
        try read { database in
            let text = try SearchBatch.Text(of: item, edition: 0, in: database)?.body ?? ""
            return Snippet(of: text, for: query)
        }
    }
}

/// One search, on one connection, which can continue after an interruption.
struct Search {
    /// With more matches, the newest are ranked.
    static let mostMatches = 20_000
    /// Looking through so many texts takes a fifth of a second.
    static let mostTexts = 1 << 15

    /// How it ended.
    enum Ending {
        case everythingSeen
        case enoughFound
        case interrupted
    }

    /// Ends a statement of which enough was read.
    struct Enough: Error {}

    let database: Database
    let query: SearchQuery
    let limit: Int
    let now: Date
    let filter: FilterSQL
    let gaps: SearchGaps
    /// What finds its words in texts; nil if the index has them all.
    let words: TextMatch?
    let excluded: TextMatch?
    /// How the last look for results ended.
    var ending = Ending.everythingSeen
    /// The progress of searches with words, and of those without.
    var ranking = Ranking()
    var listing = NewestFirst()
    var titles = RareTitles()

    init(_ query: SearchQuery, limit: Int, now: Date, in database: Database) throws {
        self.database = database
        self.query = query
        self.limit = limit
        self.now = now
        // In a single feed a copy counts as an item; several feeds show the story once.
        filter = try FilterSQL(
            query.filter, of: query.feeds.isEmpty ? .listed : .all, at: now, using: .none, in: database)
        gaps = try database.searchGaps().newest(Self.mostTexts)
        (words, excluded) = (gaps.size > gaps.leftOut ? query.textMatch : nil, query.excludedText)
    }

    /// The best results before the interruption.
    mutating func results(before interruption: Interruption) throws -> SearchResults {
        var results = SearchResults(items: [], matches: 0, isComplete: true, unindexed: gaps.leftOut)
        guard !query.isEmpty, limit > 0 else { return results }
        let found: [ItemID]
        (found, results.matches) =
            if let match = query.match {
                try ranked(match, before: interruption)
            } else {
                try newest(before: interruption)
            }
        let item = try database.statement(
            "SELECT \(Item.columns) FROM states JOIN items ON items.id = states.item WHERE states.item = ?")
        results.isComplete = ending == .everythingSeen
        results.items = try found.compactMap { try item.first($0) { Item($0) } }
        return results
    }

    /// Runs work that may be interrupted.
    func run(before interruption: Interruption, _ body: () throws -> Void) throws -> Ending {
        do {
            try database.interruptible(by: interruption, body)
            return .everythingSeen
        } catch let error as SQLiteError where error.reason == .interrupted {
            return .interrupted
        } catch is Enough {
            return .enoughFound
        }
    }

    /// How far it has looked down the items by date, and the results so far.
    struct NewestFirst {
        /// After this number of items it checks whether matches are rare.
        fileprivate static let sample = 4000

        fileprivate var last = (date: Int64.max, item: Int64.max)
        fileprivate var seen = 0
        fileprivate(set) var found: [(item: ItemID, date: Int64)] = []
        /// Whether it is quicker to ask the index for all of them.
        fileprivate var areHitsRare = false
    }

    /// The newest items that fulfil the conditions: without a word for the index there is nothing to rank by.
    mutating func newest(before interruption: Interruption) throws -> (items: [ItemID], matches: Int) {
        if !listing.areHitsRare {
            var listing = listing
            ending = try run(before: interruption) { try goOn(with: &listing) }
            self.listing = listing
        }
        if listing.areHitsRare { return try newestOfAll(before: interruption) }
        return (listing.found.map(\.item), listing.found.count)
    }

    private func goOn(with listing: inout NewestFirst) throws {
        let prefixes = query.titlePrefixes
        try database.each(
            """
            SELECT states.item, date\(prefixes.isEmpty ? "" : ", title")
            FROM states \(prefixes.isEmpty ? "" : "JOIN items ON items.id = states.item")
            WHERE \(filter.condition) AND (date, states.item) < (?, ?) ORDER BY date DESC, states.item DESC
            """, Each(filter.values), listing.last.date, listing.last.item
        ) { row in
            if prefixes.isEmpty || row.withText(2, { $0.hasWords(beginningWith: prefixes) }) {
                let item = ItemID(row.integer(0))
                if try !isExcluded(item) {
                    guard listing.found.count < limit else { throw Enough() }
                    listing.found.append((item, row.integer(1)))
                }
            }
            listing.last = (row.integer(1), row.integer(0))
            listing.seen += 1
            if listing.seen == NewestFirst.sample, try areRare(listing.found.count) {
                listing.areHitsRare = true
                throw Enough()
            }
        }
    }

    /// Whether the matches in the sample are so rare that it is quicker to ask the index for all of them. A match from
    /// the index costs as much as two items by date.
    private func areRare(_ hits: Int) throws -> Bool {
        // Conditions may leave few items to look at.
        guard !query.titlePrefixes.isEmpty, query.conditions.isEmpty, gaps.leftOut == 0 else { return false }
        let items = try database.first("SELECT max(id) FROM items") { $0.real(0) } ?? 0
        let share = Double(hits) / Double(NewestFirst.sample)
        return 2 * share * items < Double(limit) / share
    }

    func isExcluded(_ item: ItemID) throws -> Bool {
        guard let excluded else { return false }
        return try database.first(
            "SELECT \(TextMatch.columns) FROM items \(TextMatch.tables) WHERE items.id = ?", item
        ) { excluded.rank($0, from: 0) != nil } == true
    }

    /// Where to look for words: in items that the index lacks, or in a volume of it.
    fileprivate enum Place {
        case texts(ClosedRange<Int64>)
        case volume(SearchVolume)

        var isIndexed: Bool { if case .volume = self { true } else { false } }
    }

    /// The places that are left to be searched for words of titles, and the results so far.
    struct RareTitles {
        fileprivate var left: ArraySlice<Place>?
        fileprivate var dates: [ItemID: Int64] = [:]
    }

    /// The newest items whose titles have words with this prefix, if few have them: then the index has few such words,
    /// too.
    private mutating func newestOfAll(before interruption: Interruption) throws -> (items: [ItemID], matches: Int) {
        var rare = titles
        var left =
            try rare.left ?? (gaps.spans.map { .texts($0) } + database.searchVolumes().map { .volume($0.volume) })[...]
        ending = .everythingSeen
        while ending == .everythingSeen, let place = left.first {
            ending = try run(before: interruption) { try look(into: place, for: &rare) }
            if ending == .everythingSeen { left.removeFirst() }
        }
        rare.left = left
        titles = rare
        let newest = rare.dates.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
        return (newest.prefix(limit).map(\.key), newest.count)
    }

    private func look(into place: Place, for rare: inout RareTitles) throws {
        switch place {
        case .volume(let volume):
            try addTitles(
                from: "\(volume.matches) CROSS JOIN items ON items.id = states.item",
                where: "\(volume.table) MATCH ? AND \(volume.isCurrent)", [.text(query.titleMatch)], to: &rare)
        case .texts(let items):
            var found = RareTitles()
            try addTitles(
                from: FilterSQL.tablesByNumber, where: "states.item BETWEEN ? AND ?",
                [.integer(items.lowerBound), .integer(items.upperBound)], to: &found)
            for (item, date) in found.dates where try !isExcluded(item) { rare.dates[item] = date }
        }
    }

    private func addTitles(
        from tables: String, where condition: String, _ values: [Value], to rare: inout RareTitles
    ) throws {
        let prefixes = query.titlePrefixes
        try database.each(
            "SELECT states.item, date, items.title FROM \(tables) WHERE \(condition) AND \(filter.condition)",
            Each(values), Each(filter.values)
        ) { row in
            // It may have changed since.
            guard row.withText(2, { $0.hasWords(beginningWith: prefixes) }) else { return }
            rare.dates[ItemID(row.integer(0))] = row.integer(1)
        }
    }

    /// The weights of a word in the title and of one in the author, compared with one in the text.
    enum Weight {
        static let title = 8.0
        static let author = 3.0
    }

    /// The results of the texts that the index lacks and of each volume, newest first, and the number of those searched.
    struct Ranking {
        fileprivate struct Part {
            let place: Place
            let texts: Int
            var found: SearchRanking
            /// The last text found, where the search continues.
            var last = Int64.max
        }

        /// Nil if none has begun.
        fileprivate var parts: [Part]?
        fileprivate var seen = 0
    }

    /// The best items with the words.
    mutating func ranked(
        _ match: String, before interruption: Interruption
    ) throws -> (items: [ItemID], matches: Int) {
        var parts = try ranking.parts ?? searchParts()
        var matches = parts.matches
        ending = .everythingSeen
        while ending == .everythingSeen, ranking.seen < parts.count {
            ending = try run(before: interruption) {
                try goOn(with: &parts[ranking.seen], match, atMost: Self.mostMatches - matches)
            }
            matches = parts.matches
            guard ending != .interrupted else { break }
            ranking.seen += 1
            if matches >= Self.mostMatches { ending = .enoughFound }
        }
        ranking.parts = parts
        let begun = parts.prefix(ranking.seen + (ending == .interrupted ? 1 : 0))
        return (
            SearchRanking.best(limit, of: begun.map { ($0.found, $0.texts, $0.place.isIndexed) }).map(\.item), matches
        )
    }

    private func searchParts() throws -> [Ranking.Part] {
        let ranking = SearchRanking(limit: limit, now: now)
        return gaps.spans.map { Ranking.Part(place: .texts($0), texts: $0.count, found: ranking) }
            + (try database.searchVolumes().map {
                Ranking.Part(place: .volume($0.volume), texts: $0.texts, found: ranking)
            })
    }

    private func goOn(with part: inout Ranking.Part, _ match: String, atMost count: Int) throws {
        switch part.place {
        case .texts(let items): try goOn(with: &part, through: items, atMost: count)
        case .volume(let volume): try goOn(with: &part, into: volume, match, atMost: count)
        }
    }

    private func goOn(
        with part: inout Ranking.Part, into volume: SearchVolume, _ match: String, atMost count: Int
    ) throws {
        let table = volume.table
        let prefixes = query.titlePrefixes
        try database.each(
            """
            SELECT \(table).rowid, states.item, bm25(\(table), \(Weight.title), \(Weight.author), 1.0), date
                \(prefixes.isEmpty ? "" : ", items.title")
            FROM \(volume.matches) \(prefixes.isEmpty ? "" : "CROSS JOIN items ON items.id = states.item")
            WHERE \(table) MATCH ? AND \(table).rowid < ? AND \(volume.isCurrent) AND \(filter.condition)
            ORDER BY \(table).rowid DESC LIMIT ?
            """, match, part.last, Each(filter.values), count
        ) { row in
            part.last = row.integer(0)
            guard prefixes.isEmpty || row.withText(4, { $0.hasWords(beginningWith: prefixes) }) else { return }
            part.found.add(ItemID(row.integer(1)), rank: row.real(2), date: row.integer(3))
        }
    }

    private func goOn(with part: inout Ranking.Part, through items: ClosedRange<Int64>, atMost count: Int) throws {
        let prefixes = query.titlePrefixes
        try database.each(
            """
            SELECT states.item, date, \(TextMatch.columns) FROM \(FilterSQL.tablesByNumber) \(TextMatch.tables)
            WHERE states.item BETWEEN ? AND ? AND \(filter.condition) ORDER BY states.item DESC
            """, items.lowerBound, min(items.upperBound, part.last - 1), Each(filter.values)
        ) { row in
            part.last = row.integer(0)
            guard row.withText(2, { $0.hasWords(beginningWith: prefixes) }), let rank = words?.rank(row, from: 2)
            else { return }
            part.found.add(ItemID(row.integer(0)), rank: rank, date: row.integer(1))
            if part.found.count >= count { throw Enough() }
        }
    }
}

extension [Search.Ranking.Part] {
    fileprivate var matches: Int { reduce(0) { $0 + $1.found.count } }
}

/// The best matches of a volume of the index.
private struct SearchRanking {
    struct Match {
        let item: ItemID
        let score: Double
    }

    private let limit: Int
    private let now: Double
    private(set) var count = 0
    private var matches: [Match] = []

    init(limit: Int, now: Date) {
        self.limit = min(limit, Search.mostMatches)
        self.now = now.timeIntervalSince1970 * 1000
    }

    /// Adds a match with FTS5's score, a negative number, and its date in milliseconds.
    mutating func add(_ item: ItemID, rank: Double, date: Int64) {
        count += 1
        // New items count twice as much as old ones: half of the difference is gone in half a year.
        let age = max(now - Double(date), 0) / (183 * 86_400_000)
        matches.append(Match(item: item, score: -rank * (0.5 + 0.5 * exp2(-age))))
        if matches.count >= 2000 + 2 * limit { best() }
    }

    private mutating func best() {
        matches.sort { ($0.score, $0.item) > ($1.score, $1.item) }
        matches.removeLast(max(matches.count - limit, 0))
    }

    /// The best matches of all volumes, given the number of texts in each.
    ///
    /// A word's weight depends on how rare it is, which each volume judges for itself, and a volume of few texts judges
    /// badly. So this converts them to the weight in all volumes together.
    /// Those of texts that aren't indexed have no such weight yet.
    static func best(_ limit: Int, of volumes: [(ranking: SearchRanking, texts: Int, isIndexed: Bool)]) -> [Match] {
        let overall = weight(
            matches: volumes.reduce(0) { $0 + $1.ranking.count }, texts: volumes.reduce(0) { $0 + $1.texts })
        var all = SearchRanking(limit: limit, now: .distantPast)
        for (ranking, texts, isIndexed) in volumes {
            let factor = isIndexed ? overall / weight(matches: ranking.count, texts: texts) : overall
            all.matches += ranking.matches.map { Match(item: $0.item, score: $0.score * factor) }
        }
        all.best()
        return all.matches
    }

    /// As in FTS5's bm25.
    private static func weight(matches: Int, texts: Int) -> Double {
        let weight = log((Double(texts - matches) + 0.5) / (Double(matches) + 0.5))
        return weight > 0 ? weight : 1e-6
    }
}

extension SearchVolume {
    /// SQL for the matching texts, each with the state of its item and whether that has changed.
    fileprivate var matches: String {
        """
        \(table) CROSS JOIN states ON states.item = \(SearchText.item("\(table).rowid"))
            LEFT JOIN search_changes ON search_changes.item = states.item
        """
    }

    /// SQL for whether the text is the item's latest edition in the index.
    fileprivate var isCurrent: String {
        "\(SearchText.edition("\(table).rowid")) = coalesce(edition, 0) AND coalesce(is_due, 0) = 0"
    }
}

/// The results of a search, best first.
package struct SearchResults: Equatable, Sendable {
    package var items: [Item]
    /// The number of matches among the items searched.
    package var matches: Int
    /// Whether it searched everything that is indexed, and not only newer items until the deadline or until there were
    /// enough matches.
    package var isComplete: Bool
    /// The approximate number of items that the index lacks.
    package var unindexed: Int

    /// The results as they are when these marks are written.
    func applying(_ marks: [PendingMark]) -> SearchResults {
        var results = self
        results.items = items.applying(marks)
        return results
    }
}
