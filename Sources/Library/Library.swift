import Glibc
import SQLite
package import Signals

/// Everything ever fetched, and what the person made of it.
///
/// Reading is quick and may be done on any thread, the main one too. What the person does is queued for the writer,
/// in order; `troubles` tells when it could not be written.
package final class Library: Sendable {
    let pool: DatabasePool
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

    /// What changes, once it is written, on the thread that had it written or on the writer's queue.
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
            let (result, changes) = try pool.write(body)
            announce(changes)
            return result
        } catch {
            throw LibraryFailure(error)
        }
    }

    /// Queues a transaction of the person's and tells of its changes when it is written.
    func writeSoon(_ body: @escaping @Sendable (Database) throws -> [LibraryChange]) {
        pool.write(body) { result in
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
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw LibraryFailure.unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        close(descriptor)
    }
}
