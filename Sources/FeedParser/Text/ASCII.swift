extension UInt8 {
    var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
    var isControl: Bool { self < 0x20 || self == 0x7F }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
