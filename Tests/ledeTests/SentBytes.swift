/// Bytes that lede has sent, looked at for what no terminal may be sent.
struct SentBytes {
    /// What is text in them, without the sequences that steer a terminal; titles and the targets of links count as text.
    let text: String

    /// Bytes for a terminal, which is steered with sequences.
    init(toTerminal bytes: [UInt8]) {
        var text: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B else {
                text.append(byte)
                continue
            }
            switch rest.popFirst() {
            // A control sequence: parameters, then a letter.
            case UInt8(ascii: "["):
                rest = rest.drop { (0x20..<0x40).contains($0) }.dropFirst()
            // A command of the system's: what it is about is text, to the sign that ends it.
            case UInt8(ascii: "]"):
                let body = rest.prefix { $0 != 0x07 && $0 != 0x1B }
                text += body
                rest = rest.dropFirst(body.count + (rest.dropFirst(body.count).first == 0x07 ? 1 : 0))
            // A character set.
            case UInt8(ascii: "("), UInt8(ascii: ")"): rest = rest.dropFirst()
            case UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "M"),
                UInt8(ascii: "\\"):
                break
            // Whatever else begins with an escape stays in the text, as a fault.
            default: text.append(byte)
            }
        }
        self.init(text: text.filter { !Self.motions.contains($0) })
    }

    /// Bytes for a pipe: what a command has printed.
    init(toPipe bytes: [UInt8]) {
        self.init(text: bytes.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\t") })
    }

    private init(text: [UInt8]) {
        self.text = String(decoding: text, as: UTF8.self)
    }

    /// What is in the text that should not be there.
    var faults: [String] {
        Set(text.unicodeScalars.filter(Self.isForbidden)).map { "U+" + String($0.value, radix: 16) }.sorted()
    }

    /// Backspace, tab, line feed, return, and the shifts to the other character set and back.
    private static let motions: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F]

    // Said here once more, apart from the code under test, and by Unicode's own properties.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}" && !isNumberSign(scalar)
        default: scalar == "\u{FE0F}" || scalar == "\u{34F}"
        }
    }

    /// Signs of Arabic and Syriac that are seen, though Unicode calls them formats.
    private static func isNumberSign(_ scalar: Unicode.Scalar) -> Bool {
        [0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110CD]
            .contains { $0.contains(scalar.value) }
    }
}
