import Files
import Glibc

/// The machine that a library is used on, and the file that it is: a copy has another one.
package struct LibrarySite: Equatable, Sendable {
    let machine: String
    let inode: Int64
}

extension Library {
    package var site: LibrarySite {
        var status = stat()
        let inode = stat(path, &status) == 0 ? Int64(bitPattern: UInt64(status.st_ino)) : 0
        return LibrarySite(machine: Self.machine, inode: inode)
    }

    /// A hash, as the id of a machine is nobody else's business; the machine's name if it has no id.
    private static let machine: String = {
        var name = [CChar](repeating: 0, count: 256)
        let isNamed = gethostname(&name, name.count - 1) == 0
        let id = (try? PrivateFiles.read("/etc/machine-id", atMost: 1024)) ?? []
        let words = id.isEmpty && isNamed ? name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)) : id
        var hash = StableHash()
        words.withUnsafeBytes { hash.combine(bytes: $0) }
        return "\(hash.value)"
    }()
}
