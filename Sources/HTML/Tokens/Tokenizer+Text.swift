extension Tokenizer {
    /// The text up to the next tag or NUL, as a range of the source unless it has references.
    mutating func text() -> Token {
        let start = index
        if source[start] == 0 {
            index += 1
            return .text(TextRange(source: start..<start + 1))
        }
        let limit = min(sectionEnd, source.count)
        var end = start
        while true {
            end = source.index(ofAny: UInt8(ascii: "<"), UInt8(ascii: "&"), 0, from: end, to: limit)
            guard end < limit, source[end] == UInt8(ascii: "&") else { break }
            if let reference = CharacterReference(at: end, in: source.span.span) {
                return decodedText(from: start, to: end, reference, limit: limit)
            }
            end += 1
        }
        index = end
        return .text(TextRange(source: start..<end))
    }

    /// Continues a text after its first reference.
    private mutating func decodedText(from start: Int, to first: Int, _ reference: CharacterReference, limit: Int)
        -> Token
    {
        let bufferStart = buffer.count
        buffer += source.part(start..<first)
        reference.append(to: &buffer)
        var copied = reference.end
        var end = copied
        while true {
            end = source.index(ofAny: UInt8(ascii: "<"), UInt8(ascii: "&"), 0, from: end, to: limit)
            guard end < limit, source[end] == UInt8(ascii: "&") else { break }
            guard let reference = CharacterReference(at: end, in: source.span.span) else {
                end += 1
                continue
            }
            buffer += source.part(copied..<end)
            reference.append(to: &buffer)
            copied = reference.end
            end = copied
        }
        buffer += source.part(copied..<end)
        index = end
        return .text(TextRange(buffer: bufferStart..<buffer.count))
    }

    /// A part of the source with NULs replaced and, if asked for, references decoded.
    mutating func cleaned(_ range: Range<Int>, decoding: Bool = false, isInAttribute: Bool = false) -> TextRange {
        let ampersand = decoding ? UInt8(ascii: "&") : 0
        var at = source.index(ofAny: 0, ampersand, ampersand, from: range.lowerBound, to: range.upperBound)
        guard at < range.upperBound else { return TextRange(source: range) }
        let bufferStart = buffer.count
        var copied = range.lowerBound
        while at < range.upperBound {
            if source[at] == 0 {
                buffer += source.part(copied..<at)
                buffer += "\u{FFFD}".utf8
                at += 1
                copied = at
            } else if let reference = CharacterReference(
                at: at, in: source.span.span.extracting(..<range.upperBound), isInAttribute: isInAttribute)
            {
                buffer += source.part(copied..<at)
                reference.append(to: &buffer)
                at = reference.end
                copied = at
            } else {
                at += 1
            }
            at = source.index(ofAny: 0, ampersand, ampersand, from: at, to: range.upperBound)
        }
        buffer += source.part(copied..<range.upperBound)
        return TextRange(buffer: bufferStart..<buffer.count)
    }

    mutating func plainText() -> Token {
        guard index < source.count else { return .endOfFile }
        defer { index = source.count }
        return .text(cleaned(index..<source.count))
    }

    /// The text of a CDATA section; nil if it is empty.
    mutating func section(from start: Int) -> Token? {
        let end = endOfSection(from: start)
        index = min(end + 3, source.count)
        return end > start ? .text(cleaned(start..<end)) : nil
    }

    /// Enters a section whose contents are read like other text.
    mutating func beginSection(from start: Int) {
        index = start
        guard sectionEnd == .max, !hasNoSectionEnd else { return }
        let end = endOfSection(from: start)
        hasNoSectionEnd = end == source.count
        if !hasNoSectionEnd { sectionEnd = end }
    }

    mutating func endSection() {
        if index == sectionEnd { index += 3 }
        sectionEnd = .max
    }

    private func endOfSection(from start: Int) -> Int {
        let bracket = UInt8(ascii: "]")
        var end = source.index(ofAny: bracket, bracket, bracket, from: start, to: source.count)
        while end < source.count, !source.has("]]>", at: end) {
            end = source.index(ofAny: bracket, bracket, bracket, from: end + 1, to: source.count)
        }
        return end
    }
}
