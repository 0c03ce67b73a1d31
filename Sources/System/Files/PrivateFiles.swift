import CLinux
import Glibc

/// The user's private files and folders. Nobody else may read them, and a kill leaves no half-written file.
package enum PrivateFiles {
    /// Creates a folder and those above it, unless they exist.
    package static func makeDirectory(_ path: String) throws(FileFailure) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST:
            guard isFolder(path) else { throw FileFailure(path, errno: ENOTDIR) }
        case ENOENT:
            let parent = parent(of: path)
            guard parent != path else { throw FileFailure(path) }
            try makeDirectory(parent)
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure(path) }
        default: throw FileFailure(path)
        }
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether something has this name, perhaps a link that leads nowhere: writing would make the file that it names.
    package static func isTaken(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The path to which links of the user's own, and of the administrator, lead. Nil if one is another user's, who chooses
    /// what it leads to.
    package static func resolvingOwnLinks(_ path: String) -> String? {
        var path = path
        for _ in 0..<40 {
            // Opened, so that nobody exchanges the link between the two questions.
            let link = open(path, lede_open_path() | O_NOFOLLOW | O_CLOEXEC)
            guard link >= 0 else { return path }
            defer { close(link) }
            var status = stat()
            guard fstat(link, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
            guard status.st_uid == geteuid() || status.st_uid == 0, let next = target(ofLink: path, open: link) else {
                return nil
            }
            path = next
        }
        return nil
    }

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Reads a regular file of at most `limit` bytes, by default 64 MB.
    package static func read(_ path: String, atMost limit: Int = 64 << 20) throws(FileFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFailure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure(path, reason: "it isn't a regular file") }
        guard status.st_size <= limit else {
            throw FileFailure(
                path, reason: "it's larger than \(limit >= 1 << 20 ? "\(limit >> 20) MB" : "\(limit) bytes")")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            guard count >= 0 else { throw FileFailure(path) }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }

    /// Creates an empty file, and returns whether it did. An existing file stays.
    ///
    /// It doesn't even open an existing file: closing one that SQLite has open drops SQLite's locks.
    package static func makeFile(_ path: String) throws(FileFailure) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw FileFailure(path)
        }
        close(descriptor)
        return true
    }

    /// Replaces the file at `path` completely or not at all. The new one is on the disk when it returns.
    ///
    /// A symbolic link stays a link, because users keep their configuration in git and link to it. The mode stays too.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        try replace(resolvingLinks(path), named: path, with: bytes)
    }

    /// Like `write`, but replaces a link itself: in a folder of several users, another may have left it.
    package static func writeOverLink(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        try replace(path, named: path, with: bytes)
    }

    /// Writes all of these bytes to a descriptor; false if that fails, with `errno` set.
    package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func replace(_ target: String, named name: String, with bytes: [UInt8]) throws(FileFailure) {
        let draft = FileDraft(for: target, named: name)
        try draft.make(with: bytes)
        try draft.putInPlace()
        draft.settle()
        FileDraft.discardLeft(beside: draft.target)
    }

    /// Runs `body` while no other lede process runs one for the same folder.
    package static func withLock<Result>(on directory: String, _ body: () throws -> Result) throws -> Result {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(directory) }
        defer { close(descriptor) }
        // A file system without locks is no reason to fail.
        _ = flock(descriptor, LOCK_EX)
        return try body()
    }

    /// Writes the file's name to the disk, since a power cut could otherwise lose it together with the file.
    package static func syncFolder(of path: String) {
        let descriptor = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The path that a file of this name is written to. For a link this is its target, even if that doesn't exist yet.
    package static func resolvingLinks(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        return target(ofLink: path) ?? path
    }

    /// The target of a symbolic link, which may not exist; nil if the path isn't a link. `open` is the link if that is open.
    package static func target(ofLink path: String, open link: Int32? = nil) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(link ?? AT_FDCWD, link == nil ? path : "", &target, target.count)
        guard count > 0 else { return nil }
        let link = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return link.hasPrefix("/") ? link : "\(parent(of: path))/\(link)"
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

/// The reason why a file or folder could not be read or written.
package struct FileFailure: Error, Equatable {
    package let path: String
    package let reason: String
    /// Whether the file doesn't exist.
    package let isMissing: Bool

    package init(_ path: String, errno code: Int32 = errno) {
        self.init(path, reason: String(cString: strerror(code)), isMissing: code == ENOENT || code == ENOTDIR)
    }

    package init(_ path: String, reason: String, isMissing: Bool = false) {
        self.path = path
        self.reason = reason
        self.isMissing = isMissing
    }
}

extension FileFailure: CustomStringConvertible {
    package var description: String { "\(path): \(reason)" }
}

/// The entries of a folder whose names are UTF-8, in the order of the file system; none if the folder can't be read.
package final class FolderEntries: Sequence, IteratorProtocol {
    private let folder: OpaquePointer?

    package init(_ path: String) { folder = opendir(path) }

    /// The entries of an open folder.
    package init(of descriptor: Int32) {
        // A second descriptor has a place of its own in the folder.
        let own = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        folder = fdopendir(own)
        if folder == nil, own >= 0 { close(own) }
    }

    deinit {
        if let folder { closedir(folder) }
    }

    package var isReadable: Bool { folder != nil }

    package func next() -> (name: String, isFolder: Bool)? {
        while let folder, let entry = readdir(folder) {
            guard let name = Self.name(of: entry), name != ".", name != ".." else { continue }
            return (name, Self.isFolder(Int(entry.pointee.d_type), name, in: folder))
        }
        return nil
    }

    /// Reads it where it stands: an entry is shorter than its type, so a copy of that would read on behind the last one.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        entry.pointer(to: \.d_name).flatMap { name in
            String(validatingCString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
        }
    }

    private static func isFolder(_ type: Int, _ name: String, in folder: OpaquePointer) -> Bool {
        if type == DT_DIR { return true }
        guard type == DT_LNK || type == DT_UNKNOWN else { return false }
        var status = stat()
        return fstatat(dirfd(folder), name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

/// The identity and last change of a file at a path, which differ after every change.
package struct FileVersion: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t
    private let size: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil if the file doesn't exist.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
