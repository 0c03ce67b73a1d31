/// Makes text from outside safe for a terminal. No other code does.
///
/// It drops control characters, bidi controls, tag characters, noncharacters and other invisible format characters, and
/// replaces characters of unknown width by U+FFFD; `CharacterKind` has the list and the reasons. Joining characters
/// stay if all terminals agree on their cells; `TextEnd` has those rules. Clean text is returned unchanged.
package enum CleanText {
    /// Returns one line of clean text: every run of white space becomes a space, with none at the ends.
    package static func line(_ text: String) -> String {
        if isCleanLine(text.utf8.span) { return text }
        var line: [UInt8] = []
        line.reserveCapacity(text.utf8.count)
        appendLine(text.utf8.span, to: &line)
        if line.last == .space { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
    }

    /// Returns clean text with its line breaks (as newlines) and spaces. Tabs are expanded to stops of eight columns.
    package static func block(_ text: String) -> String {
        let bytes = text.utf8.span
        if isCleanBlock(bytes) { return text }
        var block: [UInt8] = []
        block.reserveCapacity(bytes.count)
        var stops = TabStops()
        appendBlock(bytes, to: &block, stops: &stops)
        return String(decoding: block, as: UTF8.self)
    }
}

// For the typesetter and plain text: these functions append to a buffer that is already clean UTF-8. Each invalid byte
// becomes U+FFFD.
extension CleanText {
    /// Appends text and collapses all its white space, also with that at the buffer's end.
    static func appendLine(_ bytes: Span<UInt8>, to buffer: inout [UInt8]) {
        append(bytes, to: &buffer, asProse: false)
    }

    /// Appends text as HTML sets it: fixed spaces stay, other white space collapses.
    ///
    /// Characters about line breaks stay for the typesetter, which obeys and removes them: U+00A0 (for every no-break
    /// space), U+200B, U+00AD and U+2060.
    static func appendProse(_ bytes: Span<UInt8>, to buffer: inout [UInt8]) {
        append(bytes, to: &buffer, asProse: true)
    }

    /// Appends text with all its spaces, with newlines for line breaks and spaces for tabs.
    static func appendBlock(_ bytes: Span<UInt8>, to buffer: inout [UInt8], stops: inout TabStops) {
        var index = 0
        while index < bytes.count {
            index = appendPlain(bytes, from: index, to: &buffer, keepingSpaces: true)
            guard index < bytes.count else { return }
            let (codePoint, length) = bytes.codePoint(at: index)
            index += length
            switch CharacterKind(codePoint) {
            case .tab: stops.appendTab(to: &buffer)
            case .lineBreak:
                if codePoint == 0x0D, index < bytes.count, bytes[index] == .newline { index += 1 }
                buffer.append(.newline)
            case .space, .fixedSpace, .noBreakSpace: buffer.append(codePoint)
            case .breakHint, .softHyphen, .wordJoiner: break
            case let kind: index = appendCharacter(codePoint, kind, before: index, of: bytes, to: &buffer)
            }
        }
    }

    private static func append(_ bytes: Span<UInt8>, to buffer: inout [UInt8], asProse: Bool) {
        var index = 0
        while index < bytes.count {
            index = appendPlain(bytes, from: index, to: &buffer, keepingSpaces: false)
            guard index < bytes.count else { return }
            let (codePoint, length) = bytes.codePoint(at: index)
            index += length
            switch CharacterKind(codePoint) {
            case .noBreakSpace where asProse: buffer.append(0xA0 as UInt32)
            case .softHyphen where asProse: buffer.append(codePoint)
            case .wordJoiner where asProse: buffer.append(0x2060 as UInt32)
            // A line may break after a space anyway.
            case .breakHint where asProse && buffer.last != .space: buffer.append(codePoint)
            case .fixedSpace where asProse: buffer.append(codePoint)
            case .space, .tab, .lineBreak, .fixedSpace, .noBreakSpace:
                if let last = buffer.last, last != .space, last != .newline { buffer.append(.space) }
            case .breakHint, .softHyphen, .wordJoiner: break
            case let kind: index = appendCharacter(codePoint, kind, before: index, of: bytes, to: &buffer)
            }
        }
    }

    /// Appends the characters from here on that stay unchanged, and returns their end.
    @inline(__always)
    private static func appendPlain(
        _ bytes: Span<UInt8>, from start: Int, to buffer: inout [UInt8], keepingSpaces: Bool
    ) -> Int {
        let end = PlainRun.end(in: bytes, from: start, keepingSpaces: keepingSpaces)
        if end > start { bytes.extracting(start..<end).withUnsafeBufferPointer { buffer.append(contentsOf: $0) } }
        return end
    }

    /// Appends a character that isn't a space, and returns where to continue: a flag is two characters, and some emoji
    /// are more.
    private static func appendCharacter(
        _ codePoint: UInt32, _ kind: CharacterKind, before next: Int, of bytes: Span<UInt8>, to buffer: inout [UInt8]
    ) -> Int {
        switch kind {
        case .visible: buffer.append(codePoint)
        case .unknown: buffer.append(0xFFFD as UInt32)
        case .regionalIndicator:
            if next < bytes.count, case let (second, length) = bytes.codePoint(at: next),
                CellTrait(second) == .regionalIndicator
            {
                buffer.append(codePoint)
                buffer.append(second)
                return next + length
            }
            // Half a flag becomes a letter.
            buffer.append(codePoint - 0x1F1E6 + UInt32(UInt8(ascii: "A")))
        case .joiner where TextEnd(of: buffer).isPictograph:
            // A person joined with ♀ or ♂ keeps only the person, without a separate sign of one cell.
            if next < bytes.count, case let (sign, length) = bytes.codePoint(at: next), sign == 0x2640 || sign == 0x2642
            {
                return next + length
            }
        case .mark, .variationSelector, .joiner, .skinTone, .keycap, .jamo: TextEnd.append(codePoint, kind, to: &buffer)
        case .space, .fixedSpace, .noBreakSpace, .tab, .lineBreak, .breakHint, .softHyphen, .wordJoiner, .forbidden:
            break
        }
        return next
    }

    /// Whether the clean text contains more than spaces.
    static func isVisible(_ text: String) -> Bool {
        let bytes = text.utf8.span
        var index = 0
        while index < bytes.count {
            let (codePoint, length) = bytes.codePoint(at: index)
            switch CharacterKind(codePoint) {
            case .visible, .unknown, .skinTone, .regionalIndicator, .jamo: return true
            default: index += length
            }
        }
        return false
    }

    private static func isCleanLine(_ bytes: Span<UInt8>) -> Bool {
        var index = 0
        var previous = UInt8.space  // So that a space at the start is superfluous.
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
            switch CharacterKind(codePoint) {
            case .visible, .space, .fixedSpace, .noBreakSpace: index += length
            case .lineBreak where codePoint == 0x0A: index += 1
            default: return false
            }
        }
        return true
    }
}

extension UInt8 {
    static let space = UInt8(ascii: " ")
    static let newline = UInt8(ascii: "\n")
}

/// What a code point means to a terminal: whether it may be sent, and which kind of space it is.
enum CharacterKind {
    /// May be sent in any context.
    case visible
    /// Joins the character before it and takes no cell.
    case mark
    case variationSelector
    /// ZWJ and ZWNJ, which are part of the spelling in Persian and Indic scripts, and join emoji.
    case joiner
    case skinTone
    /// The frame of a key, which turns a digit into an emoji.
    case keycap
    case regionalIndicator
    /// A vowel or final consonant of Hangul, which joins the jamo before it.
    case jamo
    case space
    /// A space of fixed size, which HTML doesn't collapse: em space, thin space, ideographic space.
    case fixedSpace
    case noBreakSpace
    case tab
    case lineBreak
    /// U+200B, which allows a line break.
    case breakHint
    /// U+00AD, which allows a hyphen.
    case softHyphen
    /// U+2060, which forbids a line break, and its predecessor.
    case wordJoiner
    /// Of unknown width.
    case unknown
    /// Never sent to a terminal.
    case forbidden

    @inline(__always)
    init(_ codePoint: UInt32) {
        // ASCII, western letters and ideographs need no table.
        if 0x21..<0x7F ~= codePoint || 0xAE..<0x300 ~= codePoint || 0x4E00..<0xA000 ~= codePoint {
            self = .visible
        } else if codePoint == 0x20 {
            self = .space
        } else {
            self = Self.unusual(codePoint)
        }
    }

    private static func unusual(_ codePoint: UInt32) -> CharacterKind {
        switch CellTrait(codePoint) {
        case .narrow, .wide, .spacingMark, .prepended, .leadingJamo, .narrowPictograph, .widePictograph: .visible
        case .wideMark: 0x1F3FB...0x1F3FF ~= codePoint ? .skinTone : .visible
        case .mark: .mark
        case .vowelJamo, .trailingJamo: .jamo
        case .regionalIndicator: .regionalIndicator
        case .joiner: .joiner
        case .ignorable: ignorable(codePoint)
        case .special: special(codePoint)
        case .unknown: .unknown
        }
    }

    private static func ignorable(_ codePoint: UInt32) -> CharacterKind {
        switch codePoint {
        case 0x200C: .joiner
        case 0x20E3: .keycap
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: .variationSelector
        default: .forbidden  // Tags, the grapheme joiner, invisible Khmer vowels.
        }
    }

    // Forbidden characters are dropped without a replacement: the reader wants the sentence, and an escape sequence
    // without its ESC stays readable, which reveals the attempt. They are C0, DEL and C1, bidi controls, invisible
    // operators, interlinear annotation, the object replacement, formats of notes, shorthand and hieroglyphs that no
    // terminal supports, and noncharacters.
    private static func special(_ codePoint: UInt32) -> CharacterKind {
        switch codePoint {
        case 0x09: .tab
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: .lineBreak
        case 0xA0, 0x2007, 0x202F: .noBreakSpace
        // The empty Braille pattern and the Hangul fillers look like spaces.
        case 0x1680, 0x2000...0x200A, 0x205F, 0x2800, 0x3000, 0x3164, 0xFFA0: .fixedSpace
        case 0x200B: .breakHint
        case 0xAD: .softHyphen
        case 0x2060, 0xFEFF: .wordJoiner
        default: .forbidden
        }
    }
}

/// Finds the part of a text that is clean in any context, which is nearly all of most texts.
private enum PlainRun {
    /// Returns the end of the run that starts here. It ends before a control, before characters that may join others,
    /// and, without `keepingSpaces`, before a space after another or at the start.
    static func end(in bytes: Span<UInt8>, from start: Int, keepingSpaces: Bool) -> Int {
        var end = start
        var isAfterSpace = true
        while end < bytes.count {
            let byte = bytes[end]
            if byte >= 0x80 {
                let (codePoint, length) = bytes.codePoint(at: end)
                guard length > 1, case .visible = CharacterKind(codePoint) else { return end }
                isAfterSpace = false
                end += length
            } else if let isSpaceLast = isPlain(bytes, at: end, isAfterSpace && !keepingSpaces, keepingSpaces) {
                isAfterSpace = isSpaceLast
                end += 8
            } else {
                let isSpaceTooMany = byte == .space && isAfterSpace && !keepingSpaces
                guard 0x20..<0x7F ~= byte, !isSpaceTooMany else { return end }
                isAfterSpace = byte == .space
                end += 1
            }
        }
        return end
    }

    /// Checks eight bytes at once: nil unless all are plain ASCII, otherwise whether the last is a space.
    @inline(__always)
    private static func isPlain(_ bytes: Span<UInt8>, at index: Int, _ isAfterSpace: Bool, _ keepsSpaces: Bool) -> Bool?
    {
        guard index + 8 <= bytes.count else { return nil }
        let word = UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones << 7
        let isDelete = word ^ (0x7F * ones)
        // The top bit of a byte is set here if it is at most 0x1F, is DEL, or isn't ASCII.
        guard (word | (word &- 0x20 * ones) & ~word | (isDelete &- ones) & ~isDelete) & tops == 0 else { return nil }
        let fromSpace = word ^ (0x20 * ones)
        let spaces = ~((fromSpace & ~tops &+ ~tops) | fromSpace) & tops
        guard keepsSpaces || spaces & (spaces << 8 | (isAfterSpace ? 0x80 : 0)) == 0 else { return nil }
        return spaces >> 63 == 1
    }
}

/// The tab stops every eight columns, in a buffer that a text is written to in pieces.
struct TabStops {
    /// The position up to which `column` has been counted, so that no line is measured twice.
    private var measured: Int
    private var column = 0

    /// Begins the text at the end of the buffer.
    init(in buffer: [UInt8] = []) {
        measured = buffer.count
    }

    fileprivate mutating func appendTab(to buffer: inout [UInt8]) {
        if let newline = buffer[measured...].lastIndex(of: .newline) {
            measured = newline + 1
            column = 0
        }
        column += CellWidth.of(buffer.span.extracting(measured...))
        let cells = 8 - column % 8
        buffer.append(contentsOf: repeatElement(.space, count: cells))
        column += cells
        measured = buffer.count
    }
}
