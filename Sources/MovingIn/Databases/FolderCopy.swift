import FoundationEssentials
import Glibc

/// A private folder with copies of a database and its companion files, removed with this object.
///
/// lede only opens the copy: opening a database may write to it, and the original belongs to the other reader.
final class FolderCopy: Sendable {
    let path: String
    private let folder: String
    /// The folder's descriptor, locked while the copy is in use.
    private let lock: Int32
    private static let prefix = "import."
    private static let name = "copy.db"
    private static let companions = ["-journal", "-wal"]
    /// Many times the largest cache that users have.
    private static let mostBytes = 4 << 30

    /// Copies the file into a new folder in `parent`, and removes copies that a kill left there.
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

    /// Removes folders of killed imports, whose locks nobody holds any more.
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
        // A folder created just now may not be locked yet.
        guard fstat(descriptor, &status) == 0, time(nil) - status.st_mtim.tv_sec > 60 else { return false }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Values that change when somebody writes to the database.
    private static func state(of original: String) -> [Int] {
        ([""] + companions).flatMap { companion in
            var status = stat()
            guard stat(original + companion, &status) == 0 else { return [-1] }
            return [Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_ino)]
        }
    }

    /// Copies a regular file. Most companion files don't exist.
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
        // Such a file takes no room while it is full of holes, but its copy would.
        guard status.st_size <= Self.mostBytes else {
            throw MovingFailure.unreadable(path: original, reason: "it's larger than \(Self.mostBytes >> 30) GB")
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
