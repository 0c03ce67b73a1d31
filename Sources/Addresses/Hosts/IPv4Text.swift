/// An IPv4 address in one of the forms that URLs take: `127.0.0.1`, `127.1`, `0x7f000001` (URL Standard, 3.5).
struct IPv4Text {
    private let number: UInt32

    /// Whether the last label is a number, so that the host must be an IPv4 address to be valid.
    static func isMeant(by text: ArraySlice<UInt8>) -> Bool {
        let text = text.last == .dot ? text.dropLast() : text
        let last = text[((text.lastIndex(of: .dot) ?? text.startIndex - 1) + 1)...]
        guard !last.isEmpty else { return false }
        return last.allSatisfy(\.isDigit) || value(of: last) != nil
    }

    init?(_ text: ArraySlice<UInt8>) {
        var parts = text.split(separator: .dot, maxSplits: 5, omittingEmptySubsequences: false)
        if parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
        guard parts.count <= 4 else { return nil }
        var number: UInt64 = 0
        for (index, part) in parts.enumerated() {
            guard let value = Self.value(of: part) else { return nil }
            if index < parts.count - 1 {
                guard value <= 255 else { return nil }
                number |= value << UInt64(8 * (3 - index))
            } else {
                guard value < 1 << UInt64(8 * (5 - parts.count)) else { return nil }
                number |= value
            }
        }
        self.number = UInt32(truncatingIfNeeded: number)
    }

    var serialized: [UInt8] {
        let parts = (0..<4).map { index -> UInt32 in number >> (24 - 8 * index) & 0xFF }
        return Array(parts.map(String.init).joined(separator: ".").utf8)
    }

    /// The number in base 10, in base 16 after `0x`, in base 8 after `0`; saturates if it is too large.
    private static func value(of text: ArraySlice<UInt8>) -> UInt64? {
        guard !text.isEmpty else { return nil }
        var (digits, base): (ArraySlice<UInt8>, UInt64) = (text, 10)
        if text.count >= 2, text.first == UInt8(ascii: "0") {
            (digits, base) = text[text.startIndex + 1] | 0x20 == UInt8(ascii: "x") ? (text.dropFirst(2), 16) : (text, 8)
        }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = byte.hexValue, UInt64(digit) < base else { return nil }
            value = min(value * base + UInt64(digit), 1 << 40)
        }
        return value
    }
}
