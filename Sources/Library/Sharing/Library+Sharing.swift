package import FolderWatch
import Locks
import SQLite

extension Library {
    /// From now on `changes` tells also what other processes do to the library, within a second and without ever asking
    /// for it; and what they have done since it was opened, so that this may wait until the first screen stands.
    ///
    /// Where it can't be watched, `changes` tells at each of our own writes what others have done before.
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
            // What can't be read now is found at the next change.
            self.announce([])
        }
    }
}

extension Database {
    /// Runs `body` without keeping others from writing.
    fileprivate func readingOneState(_ body: () throws -> Void) throws {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        try body()
    }
}
