/// A step to a version of the schema from the version before. The first step makes a new file.
package struct Migration: Sendable {
    package let version: Int
    fileprivate let script: String

    package init(to version: Int, _ script: String) {
        self.version = version
        self.script = script
    }
}

/// A file of another program, or of a version of this one whose schema it doesn't know.
package struct UnknownSchema: Error, Equatable {
    package let version: Int
    package let known: ClosedRange<Int>

    /// Whether the file is of a newer program. A version below zero isn't one of ours.
    package var isNewer: Bool { version < 0 || version > known.upperBound }
}

extension Database {
    /// Runs the migrations that the file hasn't had yet, each in a transaction with its version.
    package func migrate(_ migrations: [Migration]) throws {
        let version = try userVersion
        let known = (migrations.first?.version ?? 0)...(migrations.last?.version ?? 0)
        guard version == 0 || known.contains(version) else { throw UnknownSchema(version: version, known: known) }
        for migration in migrations where migration.version > version {
            try transaction {
                // Another process may have run the step while this one waited for the lock.
                guard try userVersion < migration.version else { return }
                try execute(migration.script)
                try execute("PRAGMA user_version = \(migration.version)")
            }
        }
    }

    private var userVersion: Int {
        get throws { try first("PRAGMA user_version") { $0.int(0) } ?? 0 }
    }
}
