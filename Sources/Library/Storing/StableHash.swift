/// A 64-bit hash for storing, so it must be the same in every process, which Swift's own isn't.
///
/// Takes eight bytes at a time: multiplies each word to 128 bits and combines the halves.
struct StableHash {
    private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

    var value: Int64 { Int64(bitPattern: state) }

    mutating func combine(_ text: String?) {
        // A native Swift string lends its bytes without a copy.
        var text = text ?? ""
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    mutating func combine(_ text: Substring) {
        var text = text
        text.withUTF8 { combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    mutating func combine(_ number: Int64) { mix(UInt64(bitPattern: number)) }

    mutating func combine(bytes: UnsafeRawBufferPointer) {
        let rest = bytes.count % 8
        for offset in stride(from: 0, to: bytes.count - rest, by: 8) {
            mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
        mix(bytes.suffix(rest).reduce(0) { $0 << 8 | UInt64($1) })
        // The length separates one field from the next.
        mix(UInt64(bytes.count))
    }

    private mutating func mix(_ word: UInt64) {
        let product = (state ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
        state = product.high ^ product.low
    }
}
