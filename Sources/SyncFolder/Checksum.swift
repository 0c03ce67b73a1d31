/// The CRC-32 of IEEE 802.3, against torn lines.
package struct Checksum: Equatable, Sendable {
    package let value: UInt32

    package init(_ bytes: ArraySlice<UInt8>) {
        value = ~bytes.reduce(~UInt32(0)) { $0 >> 8 ^ Self.table[Int(($0 ^ UInt32($1)) & 0xFF)] }
    }

    /// Eight hex digits.
    package var text: String { Hexadecimal.text(of: value) }

    private static let table: InlineArray<256, UInt32> = {
        var table = InlineArray<256, UInt32>(repeating: 0)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
            table[index] = value
        }
        return table
    }()
}

enum Hexadecimal {
    static let digits = Array("0123456789abcdef".utf8)

    /// All digits of a number.
    static func text(of number: some FixedWidthInteger & UnsignedInteger) -> String {
        let shifts = stride(from: number.bitWidth - 4, through: 0, by: -4)
        return String(decoding: shifts.map { digits[Int(truncatingIfNeeded: number >> $0) & 15] }, as: UTF8.self)
    }
}
