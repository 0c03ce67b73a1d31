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

    /// Makes an empty file; returned is whether it did, as one that is there stays as it is.
    ///
    /// One that is there is not even opened: closing a file that SQLite has open drops SQLite's locks on it.
    package static func makeFile(_ path: String) throws(FileFailure) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw FileFailure(path)
        }
        close(descriptor)
        return true
    }

    /// Puts a file in the place of the one at `path`, whole or not at all, and on the disk before it returns.
    ///
    /// A symbolic link stays one: people keep their configuration in git and link to it. The mode stays too.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        let draft = Draft(for: resolvingLinks(path), named: path)
        try draft.make(with: bytes)
        try draft.takePlace()
        draft.settle()
    }

    /// Runs `body` while no other lede that asks for the same folder does.
    package static func withLock<Result>(on directory: String, _ body: () throws -> Result) throws -> Result {
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(directory) }
        defer { close(descriptor) }
        // A file system without locks is no reason to refuse.
        _ = flock(descriptor, LOCK_EX)
        return try body()
    }

    /// Brings the name of the file at this path to the disk, which a power cut could take, and the file with it.
    package static func syncFolder(of path: String) {
        let descriptor = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
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
    package static func target(ofLink path: String) -> String? {
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
