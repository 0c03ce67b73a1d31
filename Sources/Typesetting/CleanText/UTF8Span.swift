extension Span where Element == UInt8 {
    /// Returns the code point at this byte of UTF-8 and its length; U+FFFD and one if it is invalid.
    @inline(__always)
    func codePoint(at index: Int) -> (value: UInt32, length: Int) {
        let first = self[index]
        if first < 0x80 { return (UInt32(first), 1) }
        return longCodePoint(first, at: index) ?? (0xFFFD, 1)
    }

    /// Returns the start of the code point before this position in valid UTF-8.
    func startOfCodePoint(before index: Int) -> Int {
        var start = index - 1
        while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    @inline(__always)
    private func longCodePoint(_ first: UInt8, at index: Int) -> (value: UInt32, length: Int)? {
        guard let second = continuation(index + 1) else { return nil }
        if first < 0xE0 {
            // C0 and C1 would encode ASCII in two bytes, and lower bytes are continuations.
            return first < 0xC2 ? nil : (UInt32(first & 0x1F) << 6 | second, 2)
        }
        guard let third = continuation(index + 2) else { return nil }
        if first < 0xF0 {
            let value = UInt32(first & 0x0F) << 12 | second << 6 | third
            return value < 0x800 || value & 0xF800 == 0xD800 ? nil : (value, 3)
        }
        guard first < 0xF5, let fourth = continuation(index + 3) else { return nil }
        let value = UInt32(first & 0x07) << 18 | second << 12 | third << 6 | fourth
        return value < 0x10000 || value > 0x10FFFF ? nil : (value, 4)
    }

    @inline(__always)
    private func continuation(_ index: Int) -> UInt32? {
        guard index < count, self[index] & 0xC0 == 0x80 else { return nil }
        return UInt32(self[index] & 0x3F)
    }
}

extension UInt8 {
    @inline(__always)
    var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }

    @inline(__always)
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    @inline(__always)
    var lowercased: UInt8 { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self }

    /// White space as HTML knows it.
    @inline(__always)
    var isHTMLSpace: Bool {
        self == .space || self == .newline || self == 0x09 || self == 0x0D || self == 0x0C
    }
}
