import Glibc
import TestSupport

/// A disk of a few kilobytes, which only the administrator can have.
struct TinyDisk: ~Copyable {
    let path: String

    static let isAvailable: Bool = {
        guard let path = try? TemporaryFolder.make(for: "disk") else { return false }
        defer { rmdir(path) }
        return (try? TinyDisk(at: path, kilobytes: 16)) != nil
    }()

    struct Unavailable: Error {}

    /// Puts it in place of a folder.
    init(at path: String, kilobytes: Int) throws {
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else { throw Unavailable() }
        self.path = path
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }
}
