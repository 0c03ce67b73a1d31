import Glibc

/// A library's file under the name that it gets when another takes its place: `library-2026-11-21T101500.damaged.db`.
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

    /// Gives the file and its log this name as a second one.
    func link() throws(LibraryFailure) {
        for suffix in ["-wal", ""] where Glibc.link(original + suffix, path + suffix) != 0 {
            if suffix == "-wal", errno == ENOENT { continue }
            let reason = String(cString: strerror(errno))
            withdraw()
            throw .unreadable(path: original, reason: "lede can't rename it: \(reason)")
        }
    }

    /// Takes the log's other name away, just before another file comes in the place of this one: it is not the log of that.
    func unlinkLog() {
        for suffix in ["-wal", "-shm"] { unlink(original + suffix) }
    }

    /// Takes this name away again, where the file stays in its place.
    func withdraw() {
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
    }

    /// The time in UTC, as a part of a file's name.
    private static func stamp(_ time: time_t) -> String {
        var time = time
        var parts = tm()
        gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H%M%S", &parts)
        return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
