import SQLite

/// A part of the search index, with the texts of consecutive items.
///
/// Each volume is a separate table, because SQLite collects all words with a prefix before it returns the first row,
/// and nothing can interrupt that. A search that starts with the newest volume finds the newest items in any case, and
/// can stop between two. Each also costs every search a little, so old ones are joined (`JoinedVolume`).
struct SearchVolume: Hashable, Sendable {
    /// The items of a volume that isn't joined.
    static let size: Int64 = 1 << 15
    /// How much to merge at once, so that a mark can wait for it.
    fileprivate static let pagesToMerge = 32

    /// Each joining makes eight of one, and the largest have 16 million items: FTS5 can't have more segments.
    private static let joinedBits = 3
    private static let mostJoinings = 3
    private static let joiningsShift = 56

    /// How often it was joined, in the highest bits, and its number among the volumes of its size.
    let number: Int64

    init(_ number: Int64) { self.number = number }

    init(of item: ItemID) { number = item.rawValue / Self.size }

    /// Nil if no volume has this number.
    init?(stored number: Int64) {
        self.init(number)
        guard number >= 0, joinings <= Self.mostJoinings, place <= Int64.max >> sizeBits else { return nil }
    }

    private var joinings: Int { Int(number >> Self.joiningsShift) }
    private var place: Int64 { number & (1 << Self.joiningsShift - 1) }
    private var sizeBits: Int { Self.size.trailingZeroBitCount + Self.joinedBits * joinings }

    /// The items that belong into it.
    var items: ClosedRange<Int64> { place << sizeBits...place << sizeBits + (1 << sizeBits - 1) }

    /// The volume that it and its neighbours become.
    var joined: SearchVolume? {
        guard joinings < Self.mostJoinings else { return nil }
        return SearchVolume(Int64(joinings + 1) << Self.joiningsShift | place >> Self.joinedBits)
    }

    var table: String { "search_\(number)" }
}

/// A volume with its state in the index.
struct IndexedVolume: Sendable {
    let volume: SearchVolume
    let texts: Int
    /// The last indexed item.
    let indexed: Int64
    /// Whether it is complete and its parts are merged.
    let isMerged: Bool
}

extension Database {
    /// The volumes with items, newest items first.
    func searchVolumes() throws -> [IndexedVolume] {
        try all("SELECT volume, texts, indexed, merging FROM search_volumes WHERE merging >= 0") { row in
            SearchVolume(stored: row.integer(0)).map {
                IndexedVolume(volume: $0, texts: row.int(1), indexed: row.integer(2), isMerged: row.integer(3) == 2)
            }
        }.compactMap(\.self).sorted { $0.volume.items.lowerBound > $1.volume.items.lowerBound }
    }
}

/// A text's number in the index: that of its item and of its edition.
///
/// A changed item gets a new text: SQLite 3.40 can delete a row from a contentless table only if given its original
/// text.
enum SearchText {
    static let editionShift: Int64 = 40

    /// The limit of editions.
    static let mostEditions: Int64 = 1 << 22

    static func number(of item: ItemID, edition: Int64) -> Int64 { item.rawValue | edition << editionShift }

    /// SQL for the item of a number.
    static func item(_ number: String) -> String { "(\(number) & \((Int64(1) << editionShift) - 1))" }

    /// SQL for the edition of a number.
    static func edition(_ number: String) -> String { "(\(number) >> \(editionShift))" }
}

extension Database {
    /// Creates the volume's table.
    ///
    /// lede merges its parts itself: FTS5 would do so at the end of any transaction, for as long as it takes.
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

    /// Merges some of the volume's parts if there are many, since each slows searches a little.
    func merge(_ volume: SearchVolume) throws { try merge(volume, pages: SearchVolume.pagesToMerge) }

    /// A complete volume whose parts can be merged.
    func volumeToMerge() throws -> (volume: SearchVolume, isBegun: Bool)? {
        try first(
            """
            SELECT volume, merging FROM search_volumes WHERE merging IN (0, 1) AND indexed = (volume + 1) * ? - 1
            ORDER BY volume DESC LIMIT 1
            """, SearchVolume.size
        ) { (SearchVolume($0.integer(0)), $0.bool(1)) }
    }

    /// Continues to merge all parts of a complete volume into one.
    func mergeCompleteVolume() throws {
        guard let next = try volumeToMerge() else { return }
        // A negative number means all parts, not only as many as FTS5 would merge anyway. SQLite's count of changed
        // rows says whether there was something to do.
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

    /// Discards the volume, so that it is indexed again.
    func discard(_ volume: SearchVolume) throws {
        try execute("DROP TABLE IF EXISTS \(volume.table)")
        // What is being joined may contain it.
        try run("DELETE FROM search_volumes WHERE volume = ? OR merging < 0", volume.number)
        try run(
            "DELETE FROM search_changes WHERE item BETWEEN ? AND ?", volume.items.lowerBound, volume.items.upperBound)
    }

    /// A volume in which more than a third of the texts are outdated: of deleted items or old editions. They slow searches.
    func staleSearchVolume() throws -> SearchVolume? {
        let items = try statement("SELECT count(*) FROM states WHERE item BETWEEN ? AND ?")
        return try searchVolumes().first {
            let range = $0.volume.items
            let current = try items.first(range.lowerBound, range.upperBound) { $0.int(0) } ?? 0
            return $0.texts > current * 3 / 2 + 1000
        }?.volume
    }
}
