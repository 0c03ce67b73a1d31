import Glibc
import SQLite

/// The new name of a library that another file replaces: `library-2026-11-21T101500.damaged.db`.
struct SetAside {
    let path: String
    private let original: String

    init(_ original: String, as word: String, at time: time_t) {
        self.original = original
        let name = original.hasSuffix(".db") ? String(original.dropLast(3)) : original
        let dated = "\(name)-\(Self.stamp(time)).\(word)"
        let free = (1...99).lazy.map { $0 == 1 ? dated : "\(dated)-\($0)" }.first { access($0 + ".db", F_OK) != 0 }
        path = (free ?? dated) + ".db"
    }

    /// Writes what is in the log into the file, if it isn't damaged: the log's name goes a moment before the file is replaced,
    /// and a kill between the two would lose it.
    func emptyLog() {
        guard let database = try? Database(path: original, access: .readWrite) else { return }
        // SQLite finds the log only when it reads.
        _ = try? database.first("SELECT count(*) FROM sqlite_schema") { _ in }
        _ = try? database.checkpoint(.truncate)
    }

    /// Gives the file and its log this name as a second one.
    func link() throws(LibraryFailure) {
        for suffix in ["-wal", ""] where Glibc.link(original + suffix, path + suffix) != 0 {
            if suffix == "-wal", errno == ENOENT { continue }
            let reason = String(cString: strerror(errno))
            withdraw()
            throw .unreadable(path: original, reason: "lede can't rename it: \(reason)")
        }
    }

    /// Takes log and journal away just before another file replaces this one, because they aren't that file's.
    func takeCompanionsAway() {
        for suffix in ["-wal", "-shm"] { unlink(original + suffix) }
        // There is one only if SQLite couldn't roll it back, or was not to.
        rename(original + "-journal", path + "-journal")
    }

    /// Removes the new name again, if the file stays in place.
    func withdraw() {
        rename(path + "-journal", original + "-journal")
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// The time in UTC, as part of a file name.
    private static func stamp(_ time: time_t) -> String {
        var time = time
        var parts = tm()
        gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H%M%S", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
