package import FolderWatch
import Locks
import SQLite

extension Library {
    /// From now on `changes` also reports what other processes do to the library, within a second and without polling,
    /// including what they did since it was opened. So this may wait until after the first screen.
    ///
    /// If watching fails, `changes` reports earlier changes of others at each of our own writes.
    package func watchOtherProcesses() throws(WatchFailure) {
        pool.maintain { database in
            try database.readingOneState {
                try self.outside.begin(in: database, afterOthers: self.pool.othersHaveWritten(asKnownTo: database))
            }
        } finish: { _ in
            self.announce([])
        }
        let watch = try LogWatch(path: path) { [weak self] in self?.lookForChangesOfOthers() }
        self.watch.withLock { $0 = watch }
    }

    private func lookForChangesOfOthers() {
        pool.maintain { database in
            try database.readingOneState { try self.outside.look(in: database) }
        } finish: { _ in
            // The next change finds what can't be read now.
            self.announce([])
        }
    }
}

extension Database {
    /// Runs `body` without blocking other writers.
    fileprivate func readingOneState(_ body: () throws -> Void) throws {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        try body()
    }
}
