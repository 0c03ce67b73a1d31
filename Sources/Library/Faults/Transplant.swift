import SQLite

/// A new file with the rescued rows of an untrusted library. Each row comes over as lede would write it or not at all,
/// and nothing of the schema does.
struct Transplant {
    /// The file to read rows from.
    let source: Database
    /// Whether to skip unreadable parts, which otherwise are an error.
    let goesAroundDamage: Bool
    /// Whether to copy the journal, and what is still to be changed on servers.
    let keepsJournal: Bool

    struct Outcome {
        var items = 0
        /// The number of rows that lede would never write.
        var leftOut = 0
        /// The number of items according to the feeds, if known.
        var expectedItems = 0
    }

    /// Creates the file; the path must have no file or an empty one.
    func run(into path: String, version: Int) throws -> Outcome {
        let draft = try Database(path: path, access: .readWriteCreate, options: .library)
        try draft.execute(DatabaseOptions.library.format)
        // Nothing of it counts before it is moved into place.
        try draft.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF")
        try draft.migrate(Array(Migration.all.prefix(version)))
        var outcome = Outcome()
        try draft.transaction {
            for table in try draft.tablesToSave() where keepsJournal || !["journal", "server_changes"].contains(table) {
                outcome.leftOut +=
                    try TableRescue(of: table, from: source, into: draft, goingAroundDamage: goesAroundDamage)?.run()
                    ?? 0
            }
            try giveNoNumbersAgain(in: draft)
        }
        try draft.migrate(Migration.all)
        outcome.expectedItems = (try? draft.first("SELECT total(total) FROM feeds") { $0.int(0) }) ?? 0
        try draft.transaction { try draft.mend(afterLoss: goesAroundDamage || outcome.leftOut > 0) }
        outcome.items = try draft.countItems()
        return outcome
    }

    /// Numbers of lost rows aren't reused.
    private func giveNoNumbersAgain(in draft: Database) throws {
        guard source.hasPlainTable("sqlite_sequence", with: "seq") else { return }
        let numbered = try draft.all(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'"
        ) { $0.text(0) }
        for table in numbered {
            let last = try? source.first(
                "SELECT max(seq) FROM sqlite_sequence WHERE name = ? AND typeof(seq) = 'integer'", table
            ) { $0.optionalInteger(0) }
            guard let last = (last ?? nil) ?? nil, ColumnKind.number.admits(.integer(last)) else { continue }
            if try draft.run("UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", table, last) == 0 {
                try draft.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, last)
            }
        }
    }
}
