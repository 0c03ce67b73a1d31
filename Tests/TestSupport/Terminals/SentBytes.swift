/// Bytes that lede has sent, to be searched for what no terminal may get.
package struct SentBytes {
    /// Their text, without control sequences. Titles and the targets of links count as text.
    package let text: String

    /// Bytes for a terminal, which may contain control sequences.
    package init(toTerminal bytes: [UInt8]) {
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
            // An operating system command: its text, up to the terminator.
            case UInt8(ascii: "]"):
                let body = rest.prefix { $0 != 0x07 && $0 != 0x1B }
                text += body
                rest = rest.dropFirst(body.count + (rest.dropFirst(body.count).first == 0x07 ? 1 : 0))
            // A character set.
            case UInt8(ascii: "("), UInt8(ascii: ")"): rest = rest.dropFirst()
            case UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "M"),
                UInt8(ascii: "\\"):
                break
            // Any other escape sequence stays in the text, as a fault.
            default: text.append(byte)
            }
        }
        self.init(text: text.filter { !Self.motions.contains($0) })
    }

    /// Bytes for a pipe, printed by a command.
    package init(toPipe bytes: [UInt8]) {
        self.init(text: bytes.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\t") })
    }

    private init(text: [UInt8]) {
        self.text = String(decoding: text, as: UTF8.self)
    }

    /// The characters in the text that no terminal may get.
    package var faults: [String] {
        Set(text.unicodeScalars.filter(Self.isForbidden)).map { "U+" + String($0.value, radix: 16) }.sorted()
    }

    /// Backspace, tab, line feed, return, and the shifts to the other character set and back.
    private static let motions: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F]

    // Repeated here independently of the tested code, by Unicode's own properties.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}" && !isNumberSign(scalar)
        default: scalar == "\u{FE0F}" || scalar == "\u{34F}"
        }
    }

    /// Visible Arabic and Syriac signs that Unicode counts as format characters.
    private static func isNumberSign(_ scalar: Unicode.Scalar) -> Bool {
        [0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110CD]
            .contains { $0.contains(scalar.value) }
    }
}
