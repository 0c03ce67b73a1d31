import SQLite

/// A part of the search index, which holds the texts of items whose numbers are neighbours.
///
/// It is a table of its own, because SQLite looks at all words that begin alike before it gives the first row, in one
/// step that nothing can cut short: searching the newest volume first gives the newest items in any case, and there
/// is time to stop between two.
struct SearchVolume: Hashable, Sendable {
    static let size: Int64 = 1 << 15
    /// How much is merged at once: no more than a mark can wait for.
    static let pagesToMerge = 32

    let number: Int64

    init(_ number: Int64) { self.number = number }

    init(of item: ItemID) { number = item.rawValue / Self.size }

    /// The items that belong into it.
    var items: ClosedRange<Int64> { number * Self.size...number * Self.size + (Self.size - 1) }

    var table: String { "search_\(number)" }

    /// In SQL, the texts that are found, each with the state of its item and whether that has changed.
    var matches: String {
        """
        \(table) CROSS JOIN states ON states.item = \(SearchText.item("\(table).rowid"))
            LEFT JOIN search_changes ON search_changes.item = states.item
        """
    }

    /// In SQL, whether the text that was found is the item's as it was indexed last.
    var isCurrent: String { "\(SearchText.edition("\(table).rowid")) = coalesce(edition, 0)" }
}

/// Under which number a text is in the index: that of its item, and of which edition it is.
///
/// An item that changes gets a text more: SQLite 3.40 takes one out of an index without texts of its own only to whom
/// tells it what it was.
enum SearchText {
    static let editionShift: Int64 = 40

    /// More editions than there is room for.
    static let mostEditions: Int64 = 1 << 22

    static func number(of item: ItemID, edition: Int64) -> Int64 { item.rawValue | edition << editionShift }

    /// In SQL, the item of a number.
    static func item(_ number: String) -> String { "(\(number) & \((Int64(1) << editionShift) - 1))" }

    /// In SQL, the edition of a number.
    static func edition(_ number: String) -> String { "(\(number) >> \(editionShift))" }
}

extension Database {
    /// Makes the volume's table.
    ///
    /// Its parts are merged when we say so, and never of themselves: that would be when a transaction is at its end,
    /// and take as long as it takes.
    func make(_ volume: SearchVolume) throws {
        let table = volume.table
        try execute(
            """
            DROP TABLE IF EXISTS \(table);
            CREATE VIRTUAL TABLE \(table) USING fts5(title, author, body, content = '',
                tokenize = '\(Database.searchTokenizer)');
            INSERT INTO \(table) (\(table), rank) VALUES ('automerge', 0);
            INSERT INTO \(table) (\(table), rank) VALUES ('crisismerge', 1000);
            INSERT INTO \(table) (\(table), rank) VALUES ('usermerge', 8);
            """)
    }

    /// Merges some of the volume's parts, if there are many: each costs a search a little.
    func merge(_ volume: SearchVolume) throws { try merge(volume, pages: SearchVolume.pagesToMerge) }

    /// A volume that is complete and has parts that can become one.
    func volumeToMerge() throws -> (volume: SearchVolume, isBegun: Bool)? {
        try first(
            """
            SELECT volume, merging FROM search_volumes WHERE merging < 2 AND indexed = (volume + 1) * ? - 1
            ORDER BY volume DESC LIMIT 1
            """, SearchVolume.size
        ) { (SearchVolume($0.integer(0)), $0.bool(1)) }
    }

    /// Goes on to make one part of all that a complete volume has.
    func mergeCompleteVolume() throws {
        guard let next = try volumeToMerge() else { return }
        // Below zero is for all parts, and not only as many as come together anyway. SQLite tells by the rows that it
        // changed whether there was something to do.
        let before = try changes
        try merge(next.volume, pages: next.isBegun ? SearchVolume.pagesToMerge : -SearchVolume.pagesToMerge)
        let isDone = try changes - before < 2
        if isDone || !next.isBegun {
            try run("UPDATE search_volumes SET merging = ? WHERE volume = ?", isDone ? 2 : 1, next.volume.number)
        }
    }

    private var changes: Int {
        get throws { try first("SELECT total_changes()") { $0.int(0) } ?? 0 }
    }

    private func merge(_ volume: SearchVolume, pages: Int) throws {
        try run("INSERT INTO \(volume.table) (\(volume.table), rank) VALUES ('merge', ?)", pages)
    }

    /// Forgets the volume, so that it is indexed anew.
    func discard(_ volume: SearchVolume) throws {
        try execute("DROP TABLE IF EXISTS \(volume.table)")
        try run("DELETE FROM search_volumes WHERE volume = ?", volume.number)
        try run(
            "DELETE FROM search_changes WHERE item BETWEEN ? AND ?", volume.items.lowerBound, volume.items.upperBound)
    }

    /// A volume of which more than half are texts that no search gives: of items that are gone, and of old editions.
    func staleSearchVolume() throws -> SearchVolume? {
        let items = try statement("SELECT count(*) FROM states WHERE item BETWEEN ? AND ?")
        return try searchVolumes().first { volume, texts in
            let range = volume.items
            let current = try items.first(range.lowerBound, range.upperBound) { $0.int(0) } ?? 0
            return texts > 2 * current + 1000
        }?.volume
    }

    /// The volumes there are, with how many texts each has, the newest items first.
    func searchVolumes() throws -> [(volume: SearchVolume, texts: Int)] {
        try all(
            "SELECT volume, texts FROM search_volumes WHERE volume BETWEEN 0 AND ? ORDER BY volume DESC",
            Int64.max / SearchVolume.size
        ) { (SearchVolume($0.integer(0)), $0.int(1)) }
    }
}
