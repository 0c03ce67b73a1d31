import FoundationEssentials
import Glibc

/// A private folder with copies of a database and of what lies beside it, which goes when this does.
///
/// Only the copy is ever opened: opening a database can write to it, and the other reader's is not ours to write to.
final class FolderCopy: Sendable {
    let path: String
    private let folder: String
    /// The folder, locked for as long as it is in use.
    private let lock: Int32
    private static let prefix = "import."
    private static let name = "copy.db"
    private static let companions = ["-journal", "-wal"]

    /// Copies the file into a new folder within `parent`, and removes those that were left there by a kill.
    init(of original: String, in parent: String) throws(MovingFailure) {
        Self.removeAbandoned(in: parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw MovingFailure.unreadable(path: parent, reason: String(cString: strerror(errno)))
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(lock, LOCK_EX)
        path = "\(folder)/\(Self.name)"
        for _ in 0..<3 {
            let before = Self.state(of: original)
            for companion in [""] + Self.companions { try Self.copy(original + companion, to: path + companion) }
            if Self.state(of: original) == before { return }
        }
        throw MovingFailure.inUse(path: original)
    }

    deinit {
        Self.remove(folder)
        close(lock)
    }

    private static func remove(_ folder: String) {
        for suffix in ["", "-shm"] + companions { unlink("\(folder)/\(name)\(suffix)") }
        rmdir(folder)
    }

    /// Removes folders of imports that were killed: nobody holds their locks any more.
    private static func removeAbandoned(in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
            if isAbandoned("\(parent)/\(name)") { remove("\(parent)/\(name)") }
        }
    }

    private static func isAbandoned(_ folder: String) -> Bool {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        // One that was made just now may not be locked yet.
        guard fstat(descriptor, &status) == 0, time(nil) - status.st_mtim.tv_sec > 60 else { return false }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// What changes when somebody writes to the database.
    private static func state(of original: String) -> [Int] {
        ([""] + companions).flatMap { companion in
            var status = stat()
            guard stat(original + companion, &status) == 0 else { return [-1] }
            return [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_ino)]
        }
    }

    /// Copies a plain file; of companions most are not there.
    private static func copy(_ original: String, to destination: String) throws(MovingFailure) {
        unlink(destination)
        let source = open(original, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard source >= 0 else {
            if errno == ENOENT, companions.contains(where: original.hasSuffix) { return }
            throw MovingFailure.unreadable(path: original, reason: String(cString: strerror(errno)))
        }
        defer { close(source) }
        var status = stat()
        guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw MovingFailure.unreadable(path: original, reason: "it isn't a regular file")
        }
        let target = open(destination, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else {
            throw MovingFailure.unreadable(path: destination, reason: String(cString: strerror(errno)))
        }
        defer { close(target) }
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count >= 0 else {
                throw MovingFailure.unreadable(path: original, reason: String(cString: strerror(errno)))
            }
            if count == 0 { return }
            guard write(target, buffer, count) == count else {
                throw MovingFailure.unreadable(path: destination, reason: String(cString: strerror(errno)))
            }
        }
    }
}
