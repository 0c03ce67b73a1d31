import Glibc

/// A urls file that the subscriptions follow, as a number that is another for another text.
///
/// It is another one for each build of lede, too, which may find other feeds in the same text.
package struct FollowedFile: Equatable, Sendable {
    let hash: Int64

    /// Nil where the system does not tell which program this is.
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
