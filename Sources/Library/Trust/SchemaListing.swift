import SQLite

/// The tables, indexes and triggers of a file, by the SQL that made them.
struct SchemaListing: Equatable {
    /// In the order of their bytes: every start lists them, and a set would hash every byte.
    private var own: [[UInt8]] = []
    /// Those of the search volumes, whose number grows: the same for each.
    private var ofVolumes: Set<[UInt8]> = []

    /// Lists what the file has now.
    init(of database: Database) throws {
        let rows = """
            SELECT type || char(31) || name || char(31) || tbl_name || char(31) || coalesce(sql, '') AS words, tbl_name
            FROM sqlite_schema ORDER BY words
            """
        try database.each(rows) { row in
            let words = row.withText(0) { $0.withUnsafeBufferPointer { Array($0) } }
            let volume = row.withText(1) { Self.volume(of: $0) }
            if let volume { ofVolumes.insert(Self.leavingOut(volume, of: words)) } else { own.append(words) }
        }
    }

    var isEmpty: Bool { own.isEmpty && ofVolumes.isEmpty }

    /// Whether it contains only what a whole library has, and all of that except volumes.
    func isPart(of whole: SchemaListing) -> Bool { own == whole.own && ofVolumes.isSubset(of: whole.ofVolumes) }

    /// A digest for each of the two parts, unique to this schema.
    var digests: Digests {
        let sorted = ofVolumes.sorted { $0.lexicographicallyPrecedes($1) }
        return Digests(own: Self.digest(of: own), ofVolumes: Self.digest(of: sorted))
    }

    struct Digests: Equatable {
        let own: String
        let ofVolumes: String
    }

    var hasVolumes: Bool { !ofVolumes.isEmpty }

    private static func digest(of rows: [[UInt8]]) -> String {
        var text: [UInt8] = []
        for row in rows {
            if !text.isEmpty { text.append(0) }
            text += row
        }
        let digits = Array("0123456789abcdef".utf8)
        let digest = SHA256.digest(of: text).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0x0F)]] }
        return String(decoding: digest, as: UTF8.self)
    }

    /// The name of the volume that a table belongs to: `search_12` for `search_12_data`.
    private static func volume(of table: Span<UInt8>) -> [UInt8]? {
        guard table.count > start.count, start.indices.allSatisfy({ table[$0] == start[$0] }) else { return nil }
        var end = start.count
        while end < table.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(table[end]) { end += 1 }
        return end > start.count ? (0..<end).map { table[$0] } : nil
    }

    private static let start = Array("search_".utf8)

    /// The SQL with a character in place of the name that no schema contains, because SQLite reads nothing after it.
    private static func leavingOut(_ name: [UInt8], of words: [UInt8]) -> [UInt8] {
        guard !words.contains(0) else { return words }
        var result: [UInt8] = []
        result.reserveCapacity(words.count)
        var place = 0
        while place < words.count {
            if words[place] == name[0], words[place...].starts(with: name) {
                result.append(0)
                place += name.count
            } else {
                result.append(words[place])
                place += 1
            }
        }
        return result
    }
}
