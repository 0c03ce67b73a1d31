import HTML
import System

/// The part of a `style` attribute that can be shown in text.
struct HTMLStyle {
    /// How to handle multiple white space.
    enum WhiteSpace {
        case collapses
        /// Keeps line breaks.
        case keepsLines
        /// Keeps line breaks and spaces.
        case keepsAll
        /// Keeps them and doesn't fill lines.
        case preformatted
    }

    private(set) var isHidden = false
    private(set) var isBold: Bool?
    private(set) var isItalic: Bool?
    private(set) var isStruck = false
    /// Whether a part of a line is on its own lines.
    private(set) var isBlock = false
    /// Whether it is too small to be seen, like tracking images.
    private(set) var isDot = false
    private(set) var whiteSpace: WhiteSpace?
    private(set) var alignment: Table.Alignment?
    private(set) var marker: List.Marker?

    init(_ attributes: borrowing TagStream) {
        guard attributes.has(.style), let style = attributes[.style] else { return }
        for declaration in style.utf8.split(separator: UInt8(ascii: ";")) {
            let parts = declaration.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            if parts.count == 2 { read(Self.word(parts[0]), Self.word(parts[1])) }
        }
    }

    private mutating func read(_ property: String, _ value: String) {
        switch property {
        case "display":
            if value == "none" { isHidden = true }
            if value == "block" { isBlock = true }
        case "width", "height": if ["0", "0px", "1px"].contains(value) { isDot = true }
        case "visibility": if value == "hidden" { isHidden = true }
        case "mso-hide": if value == "all" { isHidden = true }
        case "font-weight": isBold = ["bold", "bolder", "600", "700", "800", "900"].contains(value)
        case "font-style": isItalic = value == "italic" || value == "oblique"
        case "text-decoration", "text-decoration-line": isStruck = value.contains("line-through")
        case "white-space": whiteSpace = WhiteSpace(value)
        case "text-align": alignment = Table.Alignment(html: value)
        case "list-style-type", "list-style": marker = List.Marker(style: value)
        default: break
        }
    }

    /// Returns a word in lower case, without surrounding space and `!important`.
    private static func word(_ text: Substring.UTF8View) -> String {
        var bytes = text.drop { $0.isHTMLSpace }
        if let mark = bytes.firstIndex(of: UInt8(ascii: "!")) { bytes = bytes[..<mark] }
        while let last = bytes.last, last.isHTMLSpace { bytes = bytes.dropLast() }
        return String(decoding: bytes.map(\.lowercased), as: UTF8.self)
    }
}

extension HTMLStyle.WhiteSpace {
    fileprivate init?(_ value: String) {
        switch value {
        case "normal", "nowrap": self = .collapses
        case "pre-line": self = .keepsLines
        case "pre-wrap", "break-spaces": self = .keepsAll
        case "pre": self = .preformatted
        default: return nil
        }
    }
}

extension Table.Alignment {
    init?(html value: String) {
        switch value.lowercased() {
        case "left", "start", "justify": self = .left
        case "center", "-webkit-center", "middle": self = .center
        case "right", "end": self = .right
        default: return nil
        }
    }
}

extension List.Marker {
    fileprivate init?(style value: String) {
        switch value {
        case "decimal", "decimal-leading-zero": self = .decimal
        case "lower-alpha", "lower-latin": self = .lowerLetter
        case "upper-alpha", "upper-latin": self = .upperLetter
        case "lower-roman": self = .lowerRoman
        case "upper-roman": self = .upperRoman
        case "none", "disc", "circle", "square": self = .bullet
        default: return nil
        }
    }

    /// Reads the case-sensitive `type` of a list.
    init?(type: String) {
        switch type {
        case "1": self = .decimal
        case "a": self = .lowerLetter
        case "A": self = .upperLetter
        case "i": self = .lowerRoman
        case "I": self = .upperRoman
        default: return nil
        }
    }
}

// White space that a style preserves outside listings, as in verse and in descriptions of videos.
extension DocumentBuilder {
    /// Applies the white space of an element's style.
    mutating func setWhiteSpace(_ whiteSpace: HTMLStyle.WhiteSpace, isBlock: Bool) {
        if whiteSpace == .preformatted, isBlock {
            endParagraph()
            state.isPreformatted = true
        } else {
            state.whiteSpace = whiteSpace
        }
    }

    /// Writes text with its line breaks, and with its spaces if the style says so.
    mutating func writeLines(_ bytes: Span<UInt8>) {
        var start = 0
        for index in bytes.indices where bytes[index] == .newline {
            writeLine(bytes.extracting(start..<index))
            breakLine()
            start = index + 1
        }
        writeLine(bytes.extracting(start..<bytes.count))
    }

    private mutating func writeLine(_ bytes: Span<UInt8>) {
        guard state.whiteSpace != .keepsLines else { return text.append(bytes, in: formats.innermost) }
        var line: [UInt8] = []
        for index in bytes.indices {
            let byte = bytes[index]
            let isSpare = byte.isHTMLSpace && (index == 0 || index + 1 < bytes.count && bytes[index + 1].isHTMLSpace)
            // Spaces that would collapse become no-break spaces, except for the last, so that a line can end there.
            line.append(contentsOf: isSpare && byte != 0x0D ? [0xC2, 0xA0] : [byte])
        }
        text.append(line.span, in: formats.innermost)
    }
}

// The attributes of the last tag, as far as a text needs them.
extension TagStream {
    /// The longest value that is read: descriptions are a few words, and URLs hardly longer.
    private static let longestValue = 8 << 10

    /// The value, cut if it is too long; empty if it has none, and nil if there is no such attribute.
    subscript(attribute: Attribute) -> String? {
        has(attribute) ? string(of: attribute, first: Self.longestValue) : nil
    }

    /// The value as a URL; nil if it is too long for one, so that `data:` URLs cost nothing.
    func address(_ attribute: Attribute) -> String? {
        has(attribute) && length(of: attribute) <= Self.longestValue ? self[attribute] : nil
    }

    /// The value as a whole number. Anything after the digits is ignored, such as `px`.
    func number(_ attribute: Attribute) -> Int? {
        guard has(attribute) else { return nil }
        var number: Int?
        withValue(of: attribute, first: Self.longestValue) { text in
            var digits = text.drop { $0.isHTMLSpace }
            let isNegative = digits.first == UInt8(ascii: "-")
            if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
            guard let first = digits.first, first.isDigit else { return }
            // Ten digits are enough for any number.
            let value = digits.prefix(10).prefix { $0.isDigit }.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            number = isNegative ? -value : value
        }
        return number
    }

    /// Whether one of the attribute's words is in the list.
    func has(_ attribute: Attribute, anyOf words: [String]) -> Bool {
        guard has(attribute) else { return false }
        var isFound = false
        withValue(of: attribute, first: Self.longestValue) { text in
            isFound = text.split { $0.isHTMLSpace }.contains { word in words.contains { $0.utf8.elementsEqual(word) } }
        }
        return isFound
    }
}
