extension Tokenizer {
    /// Reads a comment whose text begins at `start`.
    mutating func comment(from start: Int) -> Token {
        if source.has(">", at: start) { return comment(start..<start, end: start + 1) }
        if source.has("->", at: start) { return comment(start..<start, end: start + 2) }
        var at = dash(from: start)
        while at < source.count {
            if source.has("-->", at: at) { return comment(start..<at, end: at + 3) }
            if source.has("--!>", at: at) { return comment(start..<at, end: at + 4) }
            at = dash(from: at + 1)
        }
        // An incomplete end isn't part of the text.
        let text = source.part(start..<source.count)
        let dropped = ["--!", "--", "-"].first { text.reversed().starts(with: $0.utf8.reversed()) }
        return comment(start..<source.count - (dropped?.utf8.count ?? 0), end: source.count)
    }

    /// Unknown markup, up to the next `>`.
    mutating func bogusComment(from start: Int) -> Token {
        let mark = UInt8(ascii: ">")
        let end = source.index(ofAny: mark, mark, mark, from: start, to: source.count)
        return comment(start..<end, end: min(end + 1, source.count))
    }

    private mutating func comment(_ text: Range<Int>, end: Int) -> Token {
        index = end
        return .comment(cleaned(text))
    }

    private func dash(from start: Int) -> Int {
        let mark = UInt8(ascii: "-")
        return source.index(ofAny: mark, mark, mark, from: min(start, source.count), to: source.count)
    }

    /// Reads a document type declaration after its keyword.
    mutating func doctype(from start: Int) -> Token {
        var doctype = Doctype()
        var at = pastSpaces(start)
        let nameStart = at
        while at < source.count, !source[at].isHTMLSpace, source[at] != UInt8(ascii: ">") { at += 1 }
        if at == nameStart {
            doctype.isBroken = true
        } else {
            doctype.name = lowercased(nameStart..<at)
        }
        at = pastSpaces(at)
        if source.has("public", at: at) {
            at += 6
            doctype.publicID = identifier(from: &at, &doctype.isBroken)
            if doctype.publicID != nil, !doctype.isBroken {
                at = pastSpaces(at)
                if at < source.count, source[at].isQuote {
                    doctype.systemID = identifier(from: &at, &doctype.isBroken)
                }
            }
        } else if source.has("system", at: at) {
            at += 6
            doctype.systemID = identifier(from: &at, &doctype.isBroken)
        } else if at < source.count, source[at] != UInt8(ascii: ">") {
            doctype.isBroken = true
        }
        let mark = UInt8(ascii: ">")
        at = pastSpaces(at)
        // Anything after both identifiers is ignored, and the declaration stays valid.
        if at < source.count, source[at] != mark, doctype.systemID == nil { doctype.isBroken = true }
        let end = source.index(ofAny: mark, mark, mark, from: at, to: source.count)
        if end == source.count { doctype.isBroken = true }
        index = min(end + 1, source.count)
        return .doctype(doctype)
    }

    /// Reads a quoted identifier and moves past it; a missing or incomplete one makes the declaration invalid.
    private mutating func identifier(from at: inout Int, _ isBroken: inout Bool) -> TextRange? {
        at = pastSpaces(at)
        guard at < source.count, source[at].isQuote else {
            isBroken = true
            return nil
        }
        let quote = source[at]
        let start = at + 1
        at = source.index(ofAny: quote, UInt8(ascii: ">"), UInt8(ascii: ">"), from: start, to: source.count)
        let text = cleaned(start..<at)
        if at < source.count, source[at] == quote { at += 1 } else { isBroken = true }
        return text
    }

    private func pastSpaces(_ start: Int) -> Int {
        var at = start
        while at < source.count, source[at].isHTMLSpace { at += 1 }
        return at
    }

    private mutating func lowercased(_ range: Range<Int>) -> TextRange {
        guard source.part(range).contains(where: { $0.isUppercase || $0 == 0 }) else { return TextRange(source: range) }
        let start = buffer.count
        for byte in source.part(range) {
            if byte == 0 { buffer += "\u{FFFD}".utf8 } else { buffer.append(byte.lowercased) }
        }
        return TextRange(buffer: start..<buffer.count)
    }
}

extension UInt8 {
    fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}
