/// What devices know an item of a feed by: the beginnings of two hashes, of its identity and of its link.
package struct ItemKey: Hashable, Sendable {
    /// 48 bits, with a sign.
    package let identity: Int64
    /// 40 bits; 0 without a link.
    package let link: Int64

    package init(identity: Int64, link: Int64) {
        (self.identity, self.link) = (identity, link)
    }
}

extension ItemKey {
    /// From the hashes of the library.
    package init(identityHash: Int64, linkHash: Int64?) {
        identity = identityHash >> 16
        link = linkHash.map { Int64(UInt64(bitPattern: $0) >> 24) } ?? 0
    }

    static let size = 11

    func append(to bytes: inout [UInt8]) {
        for shift in stride(from: 40, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: identity >> shift)) }
        for shift in stride(from: 32, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: link >> shift)) }
    }

    init(_ bytes: ArraySlice<UInt8>) {
        let identity = bytes.prefix(6).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        self.identity = (identity << 16) >> 16
        link = bytes.dropFirst(6).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    }
}
