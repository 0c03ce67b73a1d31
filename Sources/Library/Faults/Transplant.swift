import SQLite

/// A new file with what can be saved of another library, of which nothing is believed: rows are taken over, each as lede writes
/// it or not at all, and nothing of the schema.
struct Transplant {
    /// The file that rows are read from.
    let source: Database
    /// Whether what can't be read is gone around. Else it ends all.
    let goesAroundDamage: Bool
    /// Whether the steps come too that can be undone.
    let keepsJournal: Bool

    struct Outcome {
        var items = 0
        /// How many rows no lede writes.
        var leftOut = 0
        /// How many items the feeds spoke of, as far as could be told.
        var expectedItems = 0
    }

    /// Makes the file, where there is none or an empty one.
    func run(into path: String, version: Int) throws -> Outcome {
        let draft = try Database(path: path, access: .readWriteCreate, options: .library)
        try draft.execute(DatabaseOptions.library.format)
        // Nothing of it counts before it has taken its place.
        try draft.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF")
        try draft.migrate(Array(Migration.all.prefix(version)))
        var outcome = Outcome()
        try draft.transaction {
            for table in try draft.tablesToSave() where keepsJournal || table != "journal" {
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

    /// Numbers of rows that are lost are not given again.
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
