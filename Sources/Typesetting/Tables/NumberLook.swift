/// Whether a cell looks like a number, possibly with sign and unit, so that it is aligned right.
enum NumberLook {
    case number
    /// Empty or a dash.
    case nothing
    case text

    init(_ blocks: [Block]) {
        guard blocks.count < 2 else {
            self = .text
            return
        }
        switch blocks.first {
        case nil: self = .nothing
        case .paragraph(let content): self.init(content)
        default: self = .text
        }
    }

    private init(_ content: [Inline]) {
        var hasDigit = false
        var isText = false
        var length = 0
        Self.scan(content) { codePoint in
            length += 1
            switch codePoint {
            case 0x30...0x39: hasDigit = true
            case 0x20, 0xA0, 0x202F, 0x2009, 0x2007: break
            // + , - . % $ ( ) ' ~ < > and currency signs, minus, dashes, per mille, approximation and degree.
            case 0x2B...0x2E, 0x24, 0x25, 0x27...0x29, 0x7E, 0x3C, 0x3E, 0xA2...0xA5, 0x20A0...0x20CF, 0x2212,
                0x2012...0x2014, 0x2030, 0x2248, 0xB0, 0xB1, 0xD7, 0x2019:
                break
            default: isText = true
            }
            return !isText && length <= 24
        }
        self = isText || length > 24 ? .text : hasDigit ? .number : length <= 3 ? .nothing : .text
    }

    /// Passes all code points to the body until it returns false.
    @discardableResult
    private static func scan(_ content: [Inline], _ body: (UInt32) -> Bool) -> Bool {
        for inline in content {
            if case .text(let text) = inline {
                for scalar in text.unicodeScalars where !body(scalar.value) { return false }
            } else if case .image = inline {
                return body(0x41)
            } else if !scan(inline.content, body) {
                return false
            }
        }
        return true
    }
}
