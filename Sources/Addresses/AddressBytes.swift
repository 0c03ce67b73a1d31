// The meaning of bytes in a URL.
extension UInt8 {
    static let hash = UInt8(ascii: "#")
    static let percent = UInt8(ascii: "%")
    static let dot = UInt8(ascii: ".")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let question = UInt8(ascii: "?")
    static let at = UInt8(ascii: "@")
    static let openingBracket = UInt8(ascii: "[")
    static let backslash = UInt8(ascii: "\\")
    static let closingBracket = UInt8(ascii: "]")
    static let bar = UInt8(ascii: "|")

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    var isUpperCase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }

    var lowercased: UInt8 { isUpperCase ? self | 0x20 : self }

    /// Whether a scheme may contain it after the first letter (RFC 3986, 3.1).
    var isOfScheme: Bool {
        isASCIILetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == .dot
    }

    /// Whether it is a space or a control character, which ends a URL.
    var endsWord: Bool { self <= 0x20 || self == 0x7F }

    /// Whether it ends the part with the host.
    var endsAuthority: Bool { self == .slash || self == .question || self == .hash || self == .backslash }

    /// Its value as a hexadecimal digit.
    package var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The digit for a number below 16, as percent-encoding writes it.
    var hexDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") + self - 10 }
}
