import Glibc
import System

/// An open folder, whose files are reached through it whatever becomes of its path.
struct OpenFolder: ~Copyable {
    let descriptor: Int32
    private let path: String

    init(_ path: String) throws(FileFailure) {
        try self.init(AT_FDCWD, path, path: path)
    }

    init(_ name: String, in parent: borrowing OpenFolder) throws(FileFailure) {
        try self.init(parent.descriptor, name, path: "\(parent.path)/\(name)")
    }

    init(making path: String) throws(FileFailure) {
        try PrivateFiles.makeDirectory(path)
        try self.init(path)
    }

    init(making name: String, in parent: borrowing OpenFolder) throws(FileFailure) {
        guard mkdirat(parent.descriptor, name, 0o700) == 0 || errno == EEXIST else {
            throw FileFailure("\(parent.path)/\(name)")
        }
        try self.init(name, in: parent)
    }

    private init(_ parent: Int32, _ name: String, path: String) throws(FileFailure) {
        descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        self.path = path
        guard descriptor >= 0 else {
            let code = errno
            var status = stat()
            let isLink = fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
            throw isLink ? FileFailure(path, reason: "it's a symbolic link") : FileFailure(path, errno: code)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Nil unless it is a regular file.
    func status(of name: String) -> stat? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return status
    }

    /// Nil if it can't be read.
    var names: [String]? {
        let entries = FolderEntries(of: descriptor)
        return entries.isReadable ? entries.map(\.name) : nil
    }

    func create(_ name: String, with bytes: [UInt8]) throws(FileFailure) {
        let file = openat(descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileFailure(path) }
        defer { close(file) }
        guard PrivateFiles.write(bytes[...], to: file) else { throw FileFailure(path) }
    }
}
