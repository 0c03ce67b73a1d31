/// What a byte is as a character of ASCII.
extension UInt8 {
    @inlinable package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    @inlinable package var isLetter: Bool { self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z") }

    @inlinable package var isUppercase: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }

    @inlinable package var isHexadecimalDigit: Bool {
        isDigit || self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "f")
    }

    /// Its value as a hexadecimal digit.
    @inlinable package var hexValue: UInt8? {
        if isDigit { return self - UInt8(ascii: "0") }
        return isHexadecimalDigit ? (self | 0x20) - UInt8(ascii: "a") + 10 : nil
    }

    /// A capital as its small letter; other bytes as they are.
    @inlinable package var lowercased: UInt8 { isUppercase ? self | 0x20 : self }

    /// Tab, newline, form feed, carriage return or space: what HTML takes for white space.
    @inlinable package var isHTMLSpace: Bool { self <= 0x20 && 1 << UInt64(self) & 0x1_0000_3600 != 0 }

    /// These and the vertical tab: what C takes for white space.
    @inlinable package var isSpace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// All digits of the number in hexadecimal, in lower case.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}
