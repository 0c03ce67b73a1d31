/// A step from one version of the schema to the next: the first makes version 1, and so on.
package struct Migration: Sendable {
    let step: @Sendable (Database) throws -> Void

    package init(_ script: String) {
        step = { try $0.execute(script) }
    }

    /// A step that SQL alone can't take.
    package init(step: @escaping @Sendable (Database) throws -> Void) {
        self.step = step
    }
}

/// The file was made by a newer program, whose schema this one does not know.
package struct NewerSchema: Error, Equatable {
    package let version: Int
    package let newestKnown: Int
}

extension Database {
    /// Takes the steps that the file has not seen yet, each in a transaction with its version.
    package func migrate(_ migrations: [Migration]) throws {
        let version = try userVersion
        // A version below zero is no version of ours.
        guard (0...migrations.count).contains(version) else {
            throw NewerSchema(version: version, newestKnown: migrations.count)
        }
        for (number, migration) in zip(1..., migrations).dropFirst(version) {
            try transaction {
                // Another process may have taken the step while this one waited for the lock.
                guard try userVersion < number else { return }
                try migration.step(self)
                try execute("PRAGMA user_version = \(number)")
            }
        }
    }

    private var userVersion: Int {
        get throws { try first("PRAGMA user_version") { $0.int(0) } ?? 0 }
    }
}
