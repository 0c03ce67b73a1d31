import Glibc

/// Files and folders that are the person's own: nobody else may look in, and a kill leaves no half of a file.
package enum PrivateFiles {
    /// Makes a folder, with those above it, where there is none yet.
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

    package static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The whole of a plain file that is not longer than so many bytes, which are 64 MB where nothing is said.
    package static func read(_ path: String, atMost limit: Int = 64 << 20) throws(FileFailure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFailure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFailure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw FileFailure(path, reason: "it is no plain file") }
        guard status.st_size <= limit else {
            throw FileFailure(
                path, reason: "it is larger than \(limit >= 1 << 20 ? "\(limit >> 20) MB" : "\(limit) bytes")")
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

    /// Puts a file in the place of the one at `path`, whole or not at all, and on the disk before it returns.
    ///
    /// A symbolic link stays one: people keep their configuration in git and link to it. The mode stays too.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        let draft = try draft(bytes, for: resolvingLinks(path), path: path)
        try draft.takePlace()
        draft.settle()
    }

    /// A file beside the one whose place it takes, written and on the disk.
    struct Draft: Sendable {
        let path: String
        let target: String
        let name: String

        func takePlace() throws(FileFailure) {
            guard rename(path, target) == 0 else {
                let failure = FileFailure(name)
                discard()
                throw failure
            }
        }

        /// Has it be in its place after a power cut, too.
        func settle() { syncDirectory(parent(of: target)) }

        func discard() { unlink(path) }
    }

    static func draft(_ bytes: [UInt8], for target: String, path: String) throws(FileFailure) -> Draft {
        var status = stat()
        let isThere = stat(target, &status) == 0
        let mode = isThere ? status.st_mode & 0o7777 : 0o600
        let draft = Draft(path: "\(target).\(getpid())\(endOfDrafts)", target: target, name: path)
        draft.discard()
        // Until it has its owner, nobody else may look in.
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path) }
        defer { close(descriptor) }
        do throws(FileFailure) {
            try fill(descriptor, with: bytes, path: path)
            // Somebody else's file stays theirs where the system allows it, as it does the administrator.
            if isThere { _ = fchown(descriptor, status.st_uid, status.st_gid) }
            guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw FileFailure(path) }
        } catch {
            draft.discard()
            throw error
        }
        return draft
    }

    private static let endOfDrafts = ".new"

    /// Removes drafts of a file whose writers were killed before it took its place.
    static func discardDraftsLeft(beside target: String) {
        let folder = parent(of: target)
        let start = target.dropFirst(folder == "/" ? 1 : folder.count + 1) + "."
        for name in FolderListing(folder).names where name.hasPrefix(start) && name.hasSuffix(endOfDrafts) {
            guard let writer = pid_t(name.dropFirst(start.count).dropLast(endOfDrafts.count)), writer > 0 else {
                continue
            }
            if kill(writer, 0) != 0, errno == ESRCH { unlink("\(folder)/\(name)") }
        }
    }

    /// Runs `body` while no other lede that asks for the same folder does.
    static func withLock<Result>(on directory: String, _ body: () throws -> Result) throws -> Result {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(directory) }
        defer { close(descriptor) }
        // A file system without locks is no reason to refuse.
        _ = flock(descriptor, LOCK_EX)
        return try body()
    }

    private static func fill(_ descriptor: Int32, with bytes: [UInt8], path: String) throws(FileFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            guard count > 0 else { throw FileFailure(path) }
            written += count
        }
    }

    private static func syncDirectory(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Where a file of this name is written: for a link the file that it leads to, also when that is not there yet.
    package static func resolvingLinks(_ path: String) -> String {
        if let resolved = realpath(path, nil) {
            defer { free(resolved) }
            return String(cString: resolved)
        }
        return target(ofLink: path) ?? path
    }

    /// What a symbolic link leads to, which need not be there; nil for a path that is none.
    static func target(ofLink path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        guard count > 0 else { return nil }
        let link = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return link.hasPrefix("/") ? link : "\(parent(of: path))/\(link)"
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
