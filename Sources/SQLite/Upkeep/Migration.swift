/// A step from one schema version to the next. The first step makes version 1.
package struct Migration: Sendable {
    let step: @Sendable (Database) throws -> Void

    package init(_ script: String) {
        step = { try $0.execute(script) }
    }

    /// A step that needs more than SQL.
    package init(step: @escaping @Sendable (Database) throws -> Void) {
        self.step = step
    }
}

/// A file of a newer program, whose schema this one doesn't know.
package struct NewerSchema: Error, Equatable {
    package let version: Int
    package let newestKnown: Int
}

extension Database {
    /// Runs the migrations that the file hasn't had yet, each in a transaction with its version.
    package func migrate(_ migrations: [Migration]) throws {
        let version = try userVersion
        // A version below zero isn't one of ours.
        guard (0...migrations.count).contains(version) else {
            throw NewerSchema(version: version, newestKnown: migrations.count)
        }
        for (number, migration) in zip(1..., migrations).dropFirst(version) {
            try transaction {
                // Another process may have run the step while this one waited for the lock.
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
