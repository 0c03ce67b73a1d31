/// The 64-bit FNV-1a hash: kept in the library, so it has to be the same in every process, which Swift's own is not.
struct StableHash {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    var value: Int64 { Int64(bitPattern: state) }

    mutating func combine(_ text: String?) {
        for byte in (text ?? "").utf8 { combine(byte) }
        // 0xFF is in no UTF-8, so it tells where one field ends.
        combine(0xFF)
    }

    private mutating func combine(_ byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
