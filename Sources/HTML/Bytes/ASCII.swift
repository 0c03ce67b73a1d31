extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")

    /// Tab, newline, form feed, carriage return or space.
    var isHTMLSpace: Bool { self <= 0x20 && 1 << UInt64(self) & 0x1_0000_3600 != 0 }

    var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }
    var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
    var isUppercase: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
    var lowercased: UInt8 { isUppercase ? self | 0x20 : self }
}
