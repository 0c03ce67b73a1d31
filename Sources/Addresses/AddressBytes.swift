// What the bytes of an address mean.
extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    /// A space or a control character: no address goes past it.
    var endsWord: Bool { self <= 0x20 || self == 0x7F }

    /// Ends the part that names the host.
    var endsAuthority: Bool { "/?#\\".utf8.contains(self) }
}
