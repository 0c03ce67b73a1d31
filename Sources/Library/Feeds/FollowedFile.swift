import Glibc

/// The urls file that the library follows, as a hash of its text.
///
/// It also differs for each build of lede, which may find other feeds in the same text.
package struct FollowedFile: Equatable, Sendable {
    let hash: Int64

    /// Fails if the system doesn't say which program this is.
    package init?(_ bytes: [UInt8]) {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return nil }
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        hash.combine(Int64(bitPattern: UInt64(status.st_dev)))
        hash.combine(Int64(bitPattern: UInt64(status.st_ino)))
        hash.combine(Int64(status.st_mtim.tv_sec))
        hash.combine(Int64(status.st_mtim.tv_nsec))
        self.hash = hash.value
    }
}
