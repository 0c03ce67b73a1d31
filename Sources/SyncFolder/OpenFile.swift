import Files
import Glibc

/// An open file or folder, closed with its last owner.
final class OpenFile: Sendable {
    let descriptor: Int32

    /// Opens a name in a folder, never through a link. Nil if that fails, with `errno` set.
    init?(_ name: String, in folder: OpenFile, _ flags: Int32) {
        descriptor = openat(folder.descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        if descriptor < 0 { return nil }
    }

    /// Opens a folder that the user has named.
    init?(folder path: String) {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if descriptor < 0 { return nil }
    }

    deinit {
        // Not after a failure, whose errno somebody reads.
        if descriptor >= 0 { close(descriptor) }
    }

    var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Whether it is a regular file under one name only: another name might be outside the folder.
    var isPlainFile: Bool { status.map { $0.st_mode & S_IFMT == S_IFREG && $0.st_nlink <= 1 } ?? false }

    /// The bytes from an offset, at most so many; nil if they can't be read.
    func read(_ count: Int, at offset: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(
                    $0.isEmpty ? -1 : descriptor, $0.baseAddress?.advanced(by: filled), count - filled, offset + filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { return nil }
            if got == 0 { break }
            filled += got
        }
        return filled == count ? bytes : Array(bytes[..<filled])
    }

    /// Writes all bytes; false if that fails, with `errno` set.
    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The names in a folder, at most so many.
    func names(atMost limit: Int) -> [String] {
        Array(FolderEntries(of: descriptor).lazy.map(\.name).prefix(limit))
    }
}
