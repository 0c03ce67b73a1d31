import SQLite

/// A volume that is made of eight smaller ones, so that their number grows with the logarithm of the items.
///
/// FTS5 can't join tables, and indexing all texts again would cost as much as the first time. But it stores sorted
/// segments, any number of which make a table, in a format that stays (https://www.sqlite.org/fts5.html#fts5_data_structures).
/// So their rows are copied as they are into a new table, in many small transactions, while the smaller volumes serve
/// searches. In the last one it takes their place.
struct JoinedVolume {
    /// What is copied of a smaller volume: the sizes of its texts, and then each of its segments.
    private enum Part {
        case sizes(of: SearchVolume)
        case segment(Int64, of: SearchVolume)
    }

    /// How many rows to copy or delete at once, so that a mark can wait for it.
    private static let sizes = 4000
    private static let pages = 200

    // The rows of an FTS5 table's data: totals, the list of segments, and pages, whose numbers begin with their segment's.
    private static let totals: Int64 = 1
    private static let structure: Int64 = 10
    private static let segmentShift: Int64 = 37
    private static let lastPage: Int64 = 1 << 31 - 1

    private let volume: SearchVolume
    private let smaller: [SearchVolume]
    private let database: Database

    /// The one that was begun, or the next one; nil if there is nothing to join.
    static func next(in database: Database) throws -> JoinedVolume? {
        let volumes = try database.searchVolumes()
        if let begun = try database.volumeBeingJoined() { return JoinedVolume(begun, volumes, database) }
        guard let newest = volumes.first?.volume.items.lowerBound else { return nil }
        let candidates = Set(volumes.filter(\.isMerged).compactMap(\.volume.joined)).filter { volume in
            // The newest items stay in small volumes: what a search reads before its first result grows with the volume.
            newest - volume.items.upperBound > volume.items.count
        }
        guard !candidates.isEmpty else { return nil }
        let gaps = try database.searchGaps().ranges
        return candidates.sorted { $0.number < $1.number }
            .filter { volume in !gaps.contains { $0.overlaps(volume.items) } }
            .map { JoinedVolume($0, volumes, database) }.first { $0.smaller.count > 1 }
    }

    private init(_ volume: SearchVolume, _ volumes: [IndexedVolume], _ database: Database) {
        (self.volume, self.database) = (volume, database)
        smaller = volumes.filter { $0.volume.joined == volume && $0.isMerged }.map(\.volume).reversed()
    }

    /// Goes on for a moment.
    func goOn() throws {
        guard
            let (part, last) = try database.first(
                "SELECT texts, indexed FROM search_volumes WHERE volume = ?", volume.number,
                read: { ($0.int(0), $0.integer(1)) })
        else { return try begin() }
        try database.writingToShadowTables {
            let parts = try smaller.flatMap { try self.parts(of: $0) }
            guard parts.indices.contains(part) else { return try finish(segments: parts.count - smaller.count) }
            let segment = parts[...part].count { if case .segment = $0 { true } else { false } }
            let reached = try copy(parts[part], as: Int64(segment), after: last)
            try database.run(
                "UPDATE search_volumes SET texts = ?, indexed = ? WHERE volume = ?", reached == nil ? part + 1 : part,
                reached ?? .min, volume.number)
        }
    }

    private func begin() throws {
        try database.make(volume)
        try database.run(
            "INSERT INTO search_volumes (volume, texts, indexed, merging) VALUES (?, 0, ?, -1)", volume.number,
            Int64.min)
    }

    private func parts(of smaller: SearchVolume) throws -> [Part] {
        let next = try database.statement("SELECT min(segid) FROM \(smaller.table)_idx WHERE segid > ?")
        var parts = [Part.sizes(of: smaller)]
        var segment: Int64 = 0
        while let found = try next.first(segment, read: { $0.optionalInteger(0) }) ?? nil, found > segment {
            parts.append(.segment(found, of: smaller))
            segment = found
        }
        return parts
    }

    /// Copies some rows, and returns the last one; nil when all are copied.
    private func copy(_ part: Part, as segment: Int64, after last: Int64) throws -> Int64? {
        switch part {
        case .sizes(let smaller):
            return try copy("docsize", "sz", of: smaller, after: last, upTo: .max, adding: 0, atMost: Self.sizes)
        case .segment(let number, let smaller):
            let range = Self.rows(of: number)
            let reached = try copy(
                "data", "block", of: smaller, after: max(last, range.lowerBound), upTo: range.upperBound,
                adding: (segment - number) << Self.segmentShift, atMost: Self.pages)
            guard reached == nil else { return reached }
            try database.run(
                """
                INSERT INTO \(volume.table)_idx (segid, term, pgno)
                SELECT ?, term, pgno FROM \(smaller.table)_idx WHERE segid = ?
                """, segment, number)
            return nil
        }
    }

    private func copy(
        _ table: String, _ column: String, of smaller: SearchVolume, after last: Int64, upTo end: Int64,
        adding: Int64, atMost count: Int
    ) throws -> Int64? {
        let source = "FROM \(smaller.table)_\(table) WHERE id > ?1 AND id <= ?2 ORDER BY id LIMIT ?3"
        let reached = try database.first("SELECT max(id) FROM (SELECT id \(source))", last, end, count) {
            $0.optionalInteger(0)
        }
        guard let reached, let reached else { return nil }
        try database.run(
            "INSERT INTO \(volume.table)_\(table) (id, \(column)) SELECT id + ?4, \(column) \(source)", last,
            end, count, adding)
        return reached
    }

    private static func rows(of segment: Int64) -> ClosedRange<Int64> {
        segment << segmentShift...(segment + 1) << segmentShift - 1
    }

    /// Writes the list of segments and the totals, and puts the volume in the place of the smaller ones.
    private func finish(segments: Int) throws {
        let table = volume.table
        var list: [Int64] = [1, Int64(segments), 0, 0, Int64(segments)]
        for segment in 1...Int64(max(segments, 1)) {
            let first = segment << Self.segmentShift
            for edge in ["min", "max"] {
                let page = try database.first(
                    "SELECT \(edge)(id) FROM \(table)_data WHERE id BETWEEN ? AND ?", first, first + Self.lastPage
                ) { $0.integer(0) - first }
                if edge == "min" { list.append(segment) }
                list.append(page ?? 0)
            }
        }
        var totals: [Int64] = []
        for smaller in smaller {
            for (column, total) in try block(Self.totals, of: smaller.table).asNumbers.enumerated() {
                if column < totals.count { totals[column] += total } else { totals.append(total) }
            }
        }
        // The four bytes in front are the number of the settings' last change.
        let settings = try block(Self.structure, of: table).prefix(4)
        let replace = try database.statement("UPDATE \(table)_data SET block = ? WHERE id = ?")
        try replace.run(Array(settings) + [UInt8](numbers: list), Self.structure)
        try replace.run([UInt8](numbers: totals), Self.totals)
        // FTS5 still has the empty list in memory, and forgets it when a change is rolled back.
        try database.execute(
            """
            SAVEPOINT joined; INSERT INTO \(table) (\(table), rank) VALUES ('automerge', 0);
            ROLLBACK TO joined; RELEASE joined
            """)
        for smaller in smaller { try database.run("DELETE FROM search_volumes WHERE volume = ?", smaller.number) }
        try database.run(
            "UPDATE search_volumes SET texts = ?, indexed = ?, merging = 2 WHERE volume = ?", totals.first ?? 0,
            volume.items.upperBound, volume.number)
    }

    private func block(_ row: Int64, of table: String) throws -> [UInt8] {
        try database.first("SELECT block FROM \(table)_data WHERE id = ?", row) { $0.blob(0) } ?? []
    }
}

extension Database {
    /// The volume that smaller ones are being copied into.
    func volumeBeingJoined() throws -> SearchVolume? {
        try first("SELECT volume FROM search_volumes WHERE merging < 0") { SearchVolume(stored: $0.integer(0)) } ?? nil
    }

    /// A volume that another has replaced.
    func replacedVolume() throws -> SearchVolume? {
        try first(
            """
            SELECT CAST(substr(name, 8) AS INTEGER) AS number FROM sqlite_schema
            WHERE name GLOB 'search_[0-9]*' AND sql LIKE 'CREATE VIRTUAL TABLE %'
                AND number NOT IN (SELECT volume FROM search_volumes)
                AND NOT EXISTS (SELECT 1 FROM search_volumes WHERE merging < 0)
            """
        ) { SearchVolume($0.integer(0)) }
    }

    /// Deletes some rows of a replaced volume, or its empty table.
    func delete(replaced volume: SearchVolume) throws {
        try writingToShadowTables {
            let rows = "SELECT id FROM \(volume.table)_data WHERE id > 10 ORDER BY id DESC LIMIT 400"
            let deleted = try run("DELETE FROM \(volume.table)_data WHERE id IN (\(rows))")
            if deleted == 0 { try execute("DROP TABLE \(volume.table)") }
        }
    }
}

extension [UInt8] {
    /// Numbers as SQLite writes them: seven bits in each byte, the highest first.
    fileprivate init(numbers: [Int64]) {
        self = numbers.flatMap { number in
            var (bytes, rest) = ([UInt8(number & 0x7F)], number >> 7)
            while rest > 0 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            return bytes.reversed()
        }
    }

    fileprivate var asNumbers: [Int64] {
        var (numbers, number): ([Int64], Int64) = ([], 0)
        for byte in self {
            number = number << 7 | Int64(byte & 0x7F)
            guard byte < 0x80 else { continue }
            numbers.append(number)
            number = 0
        }
        return numbers
    }
}
