import Glibc

/// A file that is written beside the one whose place it takes, so that this one is replaced whole or not at all.
package struct Draft: Sendable {
    package let path: String
    package let target: String
    /// The target as the user knows it, for failures.
    private let name: String
    /// The ends of the names of files that whoever writes the draft makes beside it.
    private let companions: [String]

    package init(at path: String, for target: String, named name: String? = nil, companions: [String] = []) {
        self.path = path
        self.target = target
        self.name = name ?? target
        self.companions = companions
    }

    /// Makes the empty file, which only the user may read; a draft that a kill left there goes.
    package func make() throws(FileFailure) { close(try create()) }

    /// Makes the file with these bytes, on the disk, with the mode of the one whose place it takes.
    package func make(with bytes: [UInt8]) throws(FileFailure) {
        var status = stat()
        let isThere = stat(target, &status) == 0
        let descriptor = try create()
        defer { close(descriptor) }
        do throws(FileFailure) {
            try fill(descriptor, with: bytes)
            // Somebody else's file stays theirs where the system allows it, as it does the administrator.
            if isThere { _ = fchown(descriptor, status.st_uid, status.st_gid) }
            // Only now, with its owner: until then nobody else may look in.
            let mode = isThere ? status.st_mode & 0o7777 : 0o600
            guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw FileFailure(name) }
        } catch {
            discard()
            throw error
        }
    }

    /// Brings to the disk what somebody else wrote to it.
    package func sync() throws(FileFailure) {
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFailure(name) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileFailure(name) }
    }

    package func takePlace() throws(FileFailure) {
        guard rename(path, target) == 0 else {
            let failure = FileFailure(name)
            discard()
            throw failure
        }
    }

    /// Has it be in its place after a power cut, too.
    package func settle() { PrivateFiles.syncFolder(of: target) }

    /// Removes what has not taken its place.
    package func discard() { for suffix in [""] + companions { unlink(path + suffix) } }

    private func create() throws(FileFailure) -> Int32 {
        discard()
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // What is in the way is not the file that the user knows.
        guard descriptor >= 0 else { throw FileFailure(errno == EEXIST ? path : name) }
        return descriptor
    }

    private func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(FileFailure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            guard count > 0 else { throw FileFailure(name) }
            written += count
        }
    }
}

extension Draft {
    /// The draft of a file that is written at once: each process has its own.
    init(for target: String, named name: String? = nil) {
        self.init(at: "\(target).\(getpid())\(Self.end)", for: target, named: name)
    }

    private static let end = ".new"

    /// Removes drafts of a file whose writers were killed before it took its place.
    package static func discardLeft(beside target: String) {
        let folder = PrivateFiles.parent(of: target)
        let start = (target.split(separator: "/").last ?? "") + "."
        for entry in FolderEntries(folder) where entry.name.hasPrefix(start) && entry.name.hasSuffix(end) {
            guard let writer = pid_t(entry.name.dropFirst(start.count).dropLast(end.count)), writer > 0 else {
                continue
            }
            if kill(writer, 0) != 0, errno == ESRCH { unlink("\(folder)/\(entry.name)") }
        }
    }
}
