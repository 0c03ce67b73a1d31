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
}

extension CleanText {
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
