/// The one place where text from outside is made safe for a terminal.
///
/// Control characters, bidi controls, tag characters, noncharacters and other invisible format characters are dropped;
/// `CharacterKind` holds the list and the reasons. Text that needs nothing is returned as it is.
package enum CleanText {
    /// One line of clean text: white space of every kind becomes single spaces, with none at the ends.
    package static func line(_ text: String) -> String {
        if isCleanLine(text.utf8.span) { return text }
        var line: [UInt8] = []
        line.reserveCapacity(text.utf8.count)
        appendLine(text.utf8.span, to: &line)
        if line.last == .space { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// Clean text with its line breaks (as newlines) and spaces, and with tabs expanded to stops of eight columns.
    package static func block(_ text: String) -> String {
        let bytes = text.utf8.span
        if isCleanBlock(bytes) { return text }
        var block: [UInt8] = []
        block.reserveCapacity(bytes.count)
        var column = 0
        var index = 0
        while index < bytes.count {
            let (codePoint, length) = bytes.codePoint(at: index)
            switch CharacterKind(codePoint) {
            case .visible, .space, .fixedSpace, .noBreakSpace:
                for offset in index..<index + length { block.append(bytes[offset]) }
                column += CellWidth.of(codePoint: codePoint)
            case .tab:
                let cells = 8 - column % 8
                block.append(contentsOf: repeatElement(.space, count: cells))
                column += cells
            case .lineBreak where codePoint == 0x0D && index + 1 < bytes.count && bytes[index + 1] == .newline:
                break
            case .lineBreak:
                block.append(.newline)
                column = 0
            case .breakHint, .forbidden:
                break
            }
            index += length
        }
        return String(decoding: block, as: UTF8.self)
    }
}

// What the typesetter and the plain text build on: they append to a buffer of UTF-8 that is already clean.
extension CleanText {
    /// Appends text of which all white space collapses, together with what the buffer ends in.
    static func appendLine(_ bytes: Span<UInt8>, to buffer: inout [UInt8]) {
        append(bytes, to: &buffer, keepingFixedSpaces: false)
    }

    /// Appends text as HTML sets it: no-break and fixed spaces and break hints stay, other white space collapses.
    ///
    /// A no-break space is U+00A0 afterwards, whichever it was.
    static func appendProse(_ bytes: Span<UInt8>, to buffer: inout [UInt8]) {
        append(bytes, to: &buffer, keepingFixedSpaces: true)
    }

    private static func append(_ bytes: Span<UInt8>, to buffer: inout [UInt8], keepingFixedSpaces: Bool) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte > .space, byte < 0x7F {
                buffer.append(byte)
                index += 1
                continue
            }
            let (codePoint, length) = bytes.codePoint(at: index)
            switch CharacterKind(codePoint) {
            case .noBreakSpace where keepingFixedSpaces:
                buffer.append(contentsOf: [0xC2, 0xA0])
            case .breakHint where buffer.last == .space: break  // The line may break there anyway.
            case .fixedSpace where keepingFixedSpaces, .breakHint where keepingFixedSpaces, .visible:
                for offset in index..<index + length { buffer.append(bytes[offset]) }
            case .space, .tab, .lineBreak, .fixedSpace, .noBreakSpace:
                if let last = buffer.last, last != .space, last != .newline { buffer.append(.space) }
            case .breakHint, .forbidden:
                break
            }
            index += length
        }
    }
}

extension CleanText {
    /// Whether anything but space is left of the text when it is clean.
    static func isVisible(_ text: String) -> Bool {
        let bytes = text.utf8.span
        var index = 0
        while index < bytes.count {
            let (codePoint, length) = bytes.codePoint(at: index)
            if case .visible = CharacterKind(codePoint) { return true }
            index += length
        }
        return false
    }

    private static func isCleanLine(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        var previous = UInt8.space  // So that a space at the start is one too many.
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                if byte < .space || byte == 0x7F || byte == .space && previous == .space { return false }
                index += 1
            } else {
                let (codePoint, length) = bytes.codePoint(at: index)
                guard case .visible = CharacterKind(codePoint) else { return false }
                index += length
            }
            previous = byte
        }
        return bytes.isEmpty || previous != .space
    }

    private static func isCleanBlock(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        while index < bytes.count {
            let (codePoint, length) = bytes.codePoint(at: index)
            guard codePoint == 0x0A || CharacterKind.isAllowed(codePoint) else { return false }
            index += length
        }
        return true
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
    static let newline = UInt8(ascii: "\n")
}
