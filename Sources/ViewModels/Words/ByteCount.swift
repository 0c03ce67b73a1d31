/// A number of bytes with its unit: “812 bytes”, “34 kB”, “1.2 MB”.
package struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    package init(_ bytes: Int) {
        self.bytes = max(0, bytes)
    }

    package var description: String {
        switch bytes {
        case 1: "1 byte"
        case ..<1000: "\(bytes) bytes"
        case ..<999_500: "\((bytes + 500) / 1000) kB"
        case ..<9_950_000: "\((bytes + 50_000) / 1_000_000).\((bytes + 50_000) / 100_000 % 10) MB"
        case ..<(.max - 500_000): "\((bytes + 500_000) / 1_000_000) MB"
        default: "\(bytes / 1_000_000) MB"
        }
    }
}
