import Glibc
import SQLite
import System

extension Library {
    /// Opens the file. If it is damaged or has a foreign schema, rescues its rows first.
    static func openPool(_ path: String, _ options: DatabaseOptions) throws -> (DatabasePool, Salvage?) {
        var cause = Salvage.Cause.damage
        do {
            let pool = try DatabasePool(path: path, migrations: Schema.migrations, options: options)
            guard DamageNote(path).isThere else { return (pool, nil) }
            let problems = try pool.read { try $0.problems(.quick, limit: 1) }
            DamageNote(path).remove()
            if problems.isEmpty { return (pool, nil) }
            pool.close()
        } catch let error as SQLiteError where error.isNoDatabase && DamagedFile(path: path).wasDatabase {
        } catch let foreign as ForeignSchema {
            guard foreign.isOfLibrary else { throw LibraryFailure.noDatabase(path: path) }
            cause = .foreignSchema
        }
        return try salvage(path, options, because: cause)
    }

    private static func salvage(
        _ path: String, _ options: DatabaseOptions, because cause: Salvage.Cause
    ) throws -> (DatabasePool, Salvage?) {
        let folder = open(PrivateFiles.parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(folder) }
        // A file system without locks is no reason to fail.
        _ = flock(folder, LOCK_EX)
        // Another process may have done it while this one waited.
        if let pool = try? DatabasePool(path: path, migrations: Schema.migrations, options: options),
            try pool.read({ try $0.problems(.quick, limit: 1) }).isEmpty
        {
            return (pool, nil)
        }
        // A process that only looked, like this one, closes the file in a moment.
        var patience = 40
        while DamagedFile(path: path).isInUse {
            guard patience > 0 else { throw LibraryFailure.damagedInUse(path: path) }
            patience -= 1
            usleep(50_000)
        }
        let salvage = try Salvager(path: path, because: cause, at: time(nil)).run()
        return (try DatabasePool(path: path, migrations: Schema.migrations, options: options), salvage)
    }
}

/// A note beside the library that it was found damaged in use, for the next opening.
struct DamageNote {
    private let path: String

    init(_ library: String) {
        path = library + ".damaged"
    }

    var isThere: Bool { access(path, F_OK) == 0 }

    func leave() { _ = try? PrivateFiles.makeFile(path) }

    func remove() { unlink(path) }
}

/// A file has another schema than lede makes. It may have triggers that never end or change what is
/// written.
private struct ForeignSchema: Error {
    /// Whether the file claims to be lede's, so that it may be worth rescuing.
    let isOfLibrary: Bool
}

extension Database {
    /// Refuses a file whose schema isn't lede's own, of any version. The file's claims about itself prove nothing.
    func refuseForeignSchema() throws {
        let (version, schema) = try readSchema()
        if version == 0, schema.isEmpty { return }
        guard version != 0 else { throw ForeignSchema(isOfLibrary: false) }
        // The schema of another version can't be checked, and `migrate` refuses it.
        guard Schema.migrations.contains(where: { $0.version == version }) else { return }
        if version == Schema.version, schema.isKnown { return }
        guard try schema.isPart(of: Self.schema(ofVersion: version)) else { throw ForeignSchema(isOfLibrary: true) }
    }

    /// Both from one state of the file, which another process may be creating.
    private func readSchema() throws -> (version: Int, schema: SchemaListing) {
        while true {
            let version = try userVersion
            let schema = try SchemaListing(of: self)
            if try userVersion == version { return (version, schema) }
        }
    }

    private var userVersion: Int { get throws { try first("PRAGMA user_version") { $0.int(0) } ?? 0 } }

    /// What the migrations up to this version make, with a volume of the search index.
    static func schema(ofVersion version: Int) throws -> SchemaListing {
        let database = try Database.inMemory(options: .library)
        try database.migrate(Schema.migrations.filter { $0.version <= version })
        try database.make(SearchVolume(0))
        return try SchemaListing(of: database)
    }
}

extension SchemaListing {
    /// Whether it is the newest schema as SQLite 3.40 writes it. Making that in memory takes some milliseconds, which
    /// only old libraries and other versions of SQLite need.
    var isKnown: Bool {
        let digests = digests
        return digests.own == Self.newest.own && (!hasVolumes || digests.ofVolumes == Self.newest.ofVolumes)
    }

    /// A test says when a migration requires a new value.
    static let newest = Digests(
        own: "2b81618658b459abcc9f148dc019548c974b0dff6dc528b764817b917335d8dd",
        ofVolumes: "ec6a7fbebec14d9bfeea052c48f3de6484145d4608d29090f506dd8e3d2d3fa6")
}

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

    private var hasVolumes: Bool { !ofVolumes.isEmpty }

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
