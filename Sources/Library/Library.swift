import Glibc
import SQLite
package import Signals

/// Everything ever fetched, and what the person made of it.
///
/// Reading is quick and may be done on any thread, the main one too. What the person does is queued for the writer,
/// in order; `troubles` tells when it could not be written.
package final class Library: Sendable {
    let pool: DatabasePool
    /// What was marked and is not written yet.
    let pendingMarks = PendingMarks()
    private let changesSubject = Subject<LibraryChange, Never>()
    private let troublesSubject = Subject<LibraryFailure, Never>()

    /// Opens the library at `path`, making it where there is none.
    package init(path: String) throws(LibraryFailure) {
        do {
            try Library.makePrivateFile(path)
            pool = try DatabasePool(path: path, migrations: Migration.all)
        } catch {
            throw LibraryFailure(error, opening: path)
        }
    }

    /// What has changed, in the order in which it was written, on the writer's queue: who hears it there may not write.
    package var changes: Signal<LibraryChange, Never> { changesSubject.signal }

    /// What could not be written, for the status line.
    package var troubles: Signal<LibraryFailure, Never> { troublesSubject.signal }

    /// Waits until everything asked for so far is written.
    package func drain() { pool.drain() }

    func read<Result: Sendable>(_ body: (Database) throws -> Result) throws(LibraryFailure) -> Result {
        do { return try pool.read(body) } catch { throw LibraryFailure(error) }
    }

    /// Writes in one transaction, waits for it and tells of the changes that `body` returns.
    func write<Result: Sendable>(
        _ body: @Sendable (Database) throws -> (Result, [LibraryChange])
    ) throws(LibraryFailure) -> Result {
        do {
            return try pool.write(body, committed: { self.announce($0.1) }).0
        } catch {
            throw LibraryFailure(error)
        }
    }

    /// Queues a transaction of the person's and tells of its changes, or of the trouble with it.
    func writeSoon(
        _ body: @escaping @Sendable (Database) throws -> [LibraryChange], finish: @escaping @Sendable () -> Void = {}
    ) {
        pool.write(body) { result in
            finish()
            switch result {
            case .success(let changes): self.announce(changes)
            case .failure(let error): self.troublesSubject.send(LibraryFailure(error))
            }
        }
    }

    private func announce(_ changes: [LibraryChange]) {
        for change in changes { changesSubject.send(change) }
    }

    /// SQLite gives its log and index files the mode of the main one, which would be open to others.
    private static func makePrivateFile(_ path: String) throws(LibraryFailure) {
        // Only a file that is new is opened here: closing one that SQLite has open drops SQLite's locks on it.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno == EEXIST else {
            throw LibraryFailure.unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw LibraryFailure.unreadable(path: path, reason: "it is no plain file")
        }
    }
}
