import SQLite

/// A file has another schema than lede's migrations make. It may have triggers that never end or change what is
/// written.
struct ForeignSchema: Error {
    /// Whether the file claims to be lede's, so that it may be worth rescuing.
    let isOfLibrary: Bool
}

extension Database {
    /// Refuses a file whose schema isn't lede's own, of any version. The file's claims about itself prove nothing.
    func refuseForeignSchema() throws {
        let (version, schema) = try readSchema()
        if version == 0, schema.isEmpty { return }
        // A newer lede's schema can't be checked here.
        guard (0...Migration.all.count).contains(version) else { return }
        guard version > 0 else { throw ForeignSchema(isOfLibrary: false) }
        if version == Migration.all.count, schema.isKnown { return }
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

    /// What the migrations make, with a volume of the search index.
    static func schema(ofVersion version: Int) throws -> SchemaListing {
        let database = try Database.inMemory(options: .library)
        try database.migrate(Array(Migration.all.prefix(version)))
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
        own: "0e73f74f8ae7cfb8997d6ec5b3c4dad47b6b9741389bf598df649de01800ecd5",
        ofVolumes: "ec6a7fbebec14d9bfeea052c48f3de6484145d4608d29090f506dd8e3d2d3fa6")
}
