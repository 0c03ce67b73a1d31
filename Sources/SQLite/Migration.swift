/// A step from one version of the schema to the next: the first makes version 1, and so on.
package struct Migration: Sendable {
    let script: String

    package init(_ script: String) {
        self.script = script
    }
}

/// The file was made by a newer program, whose schema this one does not know.
package struct NewerSchema: Error, Equatable {
    package let version: Int
    package let newestKnown: Int
}

extension Database {
    /// Takes the steps that the file has not seen yet, each in a transaction with its version.
    func migrate(_ migrations: [Migration]) throws {
        let version = try first("PRAGMA user_version") { $0.int(0) } ?? 0
        // A version below zero is no version of ours.
        guard (0...migrations.count).contains(version) else {
            throw NewerSchema(version: version, newestKnown: migrations.count)
        }
        for (step, migration) in zip(1..., migrations).dropFirst(version) {
            try transaction {
                // Another process may have taken the step while this one waited for the lock.
                guard try first("PRAGMA user_version", read: { $0.int(0) }) ?? 0 < step else { return }
                try execute(migration.script)
                try execute("PRAGMA user_version = \(step)")
            }
        }
    }
}
