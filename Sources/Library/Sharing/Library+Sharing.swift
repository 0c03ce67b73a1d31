import Locks
import SQLite

extension Library {
    /// From now on `changes` tells also what other processes do to the library, within a second and without ever asking
    /// for it.
    package func watchOtherProcesses() {
        pool.maintain {
            try self.outside.begin(in: $0)
        } finish: { _ in
        }
        let watch = LogWatch(path: path) { [weak self] in self?.lookForChangesOfOthers() }
        self.watch.withLock { $0 = watch }
    }

    private func lookForChangesOfOthers() {
        pool.maintain { database in
            // One state of the file, without keeping others from writing.
            try database.execute("BEGIN")
            defer { try? database.execute("COMMIT") }
            try self.outside.look(in: database)
        } finish: { _ in
            // What can't be read now is found at the next change.
            self.announce([])
        }
    }
}
