import Glibc
import System

/// A secret with which lede recognises its own entries. It is stored outside the library, so that copies of a library
/// don't contain it, and no library brings its own.
package struct InstallationKey: Sendable {
    private static let length = 32

    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// The key, created if necessary; nil if that is impossible, or if other users may know it.
    package var bytes: [UInt8]? {
        if PrivateFiles.exists(path) { return known }
        let folder = PrivateFiles.parent(of: path)
        do {
            try PrivateFiles.makeDirectory(folder)
            return try PrivateFiles.withLock(on: folder) {
                // Another lede process may have created it by now.
                if !PrivateFiles.exists(path) {
                    var chance = SystemRandomNumberGenerator()
                    let key = (0..<Self.length).map { _ in UInt8.random(in: 0...255, using: &chance) }
                    try PrivateFiles.write(key, to: path)
                }
                return known
            }
        } catch {
            return nil
        }
    }

    private var known: [UInt8]? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0,
            status.st_uid == geteuid(), let key = try? PrivateFiles.read(path, atMost: Self.length),
            key.count == Self.length
        else { return nil }
        return key
    }
}
