/// A picture as a sixel sequence (DEC's VT3xx graphics), of a terminal's own numbers and letters only.
package struct SixelPicture: Equatable, Sendable {
    /// The whole sequence, with its beginning and end.
    package let bytes: [UInt8]

    /// Fails if the bytes are anything else, which a terminal might obey.
    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: [0x1B, UInt8(ascii: "P")]), bytes.suffix(2) == [0x1B, UInt8(ascii: "\\")],
            let start = bytes.firstIndex(of: UInt8(ascii: "q")),
            bytes[2..<start].allSatisfy(Self.isNumber)
        else { return nil }
        let allowed = bytes[(start + 1)..<(bytes.count - 2)].allSatisfy { byte in
            UInt8(ascii: "?")...UInt8(ascii: "~") ~= byte || Self.isNumber(byte) || Self.signs.contains(byte)
        }
        guard start + 1 <= bytes.count - 2, allowed else { return nil }
        self.bytes = bytes
    }

    /// Colour, repeat, next line, back to its start, and the size.
    private static let signs = Array("#!-$\"".utf8)

    private static func isNumber(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: ";")
    }
}
