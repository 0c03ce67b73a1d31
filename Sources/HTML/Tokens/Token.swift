import System

/// A token. The tokenizer itself has the names and attributes of tags.
enum Token {
    /// Text with its references decoded. A NUL is a separate token if it may have a meaning.
    case text(TextRange)
    case start(HTMLTag)
    case end(HTMLTag)
    case comment(Comment)
    case doctype(Doctype)
    case endOfFile
}

/// A comment, or a processing instruction, which has the same places in a tree.
struct Comment {
    var kind = NodeKind.comment
    let text: TextRange
}

/// A document type declaration.
struct Doctype {
    var name = TextRange.empty
    var publicID: TextRange?
    var systemID: TextRange?
    var isBroken = false
}

/// An attribute of an element.
struct AttributeEntry {
    let name: UInt32
    let value: TextRange
}

extension HTMLTokenizer {
    /// Reads a tag; returns nil if the document ends in it.
    mutating func tag(nameAt start: Int, isEnd: Bool) -> Token? {
        if attributes.count > keptAttributes { attributes.removeLast(attributes.count - keptAttributes) }
        tagNumber += 1
        isSelfClosing = false
        var at = start
        var hasNUL = false
        while at < source.count, !source[at].endsTagName {
            hasNUL = hasNUL || source[at] == 0
            at += 1
        }
        name =
            hasNUL
            ? elementNames.number(of: nameWithoutNUL(start..<at)) : elementNames.number(of: start..<at, in: source)
        while at < source.count {
            let byte = source[at]
            if byte == UInt8(ascii: ">") {
                index = at + 1
                if !isEnd { lastStartName = name }
                let tag = Names.tag(of: name)
                return isEnd ? .end(tag) : .start(tag)
            }
            if byte == UInt8(ascii: "/") {
                at += 1
                isSelfClosing = at < source.count && source[at] == UInt8(ascii: ">")
            } else if byte.isHTMLSpace {
                at += 1
            } else {
                at = endOfAttribute(at)
            }
        }
        cutTag = index..<source.count
        index = source.count
        return nil
    }

    /// Reads an attribute and returns the index after it.
    private mutating func endOfAttribute(_ start: Int) -> Int {
        // An equals sign at the beginning belongs to the name.
        var at = start + 1
        var hasNUL = source[start] == 0
        while at < source.count, !source[at].endsAttributeName {
            hasNUL = hasNUL || source[at] == 0
            at += 1
        }
        let name = newAttribute(start..<at, hasNUL: hasNUL)
        while at < source.count, source[at].isHTMLSpace { at += 1 }
        guard at < source.count, source[at] == UInt8(ascii: "=") else {
            add(name, .empty)
            return at
        }
        at += 1
        while at < source.count, source[at].isHTMLSpace { at += 1 }
        guard at < source.count else { return at }
        let first = source[at]
        if first == UInt8(ascii: ">") {
            add(name, .empty)
            return at
        }
        var isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        if isQuoted { at += 1 }
        let valueStart = at
        var isPlain = true
        if isQuoted, let end = endOfValue(quotedBy: first, from: at, &isPlain) {
            at = end
        } else {
            isQuoted = false
            while at < source.count, !source[at].isHTMLSpace, source[at] != UInt8(ascii: ">") {
                if source[at] == UInt8(ascii: "&") || source[at] == 0 { isPlain = false }
                at += 1
            }
        }
        // A tag at the end of the document is dropped, so its last value needn't be decoded.
        guard at < source.count else { return at }
        let value = valueStart..<at
        if isPlain || name == nil {
            add(name, TextRange(source: value))
        } else {
            add(name, cleaned(value, decoding: true, isInAttribute: true))
        }
        return isQuoted ? at + 1 : at
    }

    /// The index of the closing quote; nil if none follows, and the value is read up to the next space.
    private mutating func endOfValue(quotedBy quote: UInt8, from start: Int, _ isPlain: inout Bool) -> Int? {
        if missingQuotes.contains(quote) { return nil }
        var at = start
        while true {
            at = source.index(ofAny: quote, UInt8(ascii: "&"), 0, from: at, to: source.count)
            if at == source.count || source[at] == quote { break }
            isPlain = false
            at += 1
        }
        guard reading == .excerpt, at == source.count else { return at }
        missingQuotes.append(quote)
        isPlain = true
        return nil
    }

    /// The number of an attribute's name. Nil if the tag already has it, if nobody uses it, or if there are too many.
    private mutating func newAttribute(_ name: Range<Int>, hasNUL: Bool) -> UInt32? {
        guard attributes.count - keptAttributes < HTMLLimits.attributesOfElement,
            attributes.count < HTMLLimits.attributes
        else { return nil }
        let number =
            hasNUL ? attributeNames.number(of: nameWithoutNUL(name)) : attributeNames.number(of: name, in: source)
        guard number != HTMLNameTable.noNumber else { return nil }
        let index = Int(number)
        if index >= tagsOfAttributes.count {
            tagsOfAttributes += repeatElement(0, count: max(attributeNames.count, index + 1) - tagsOfAttributes.count)
        }
        return tagsOfAttributes[index] == tagNumber ? nil : number
    }

    private mutating func add(_ name: UInt32?, _ value: TextRange) {
        guard let name else { return }
        tagsOfAttributes[Int(name)] = tagNumber
        attributes.append(AttributeEntry(name: name, value: value))
    }

    private func nameWithoutNUL(_ range: Range<Int>) -> [UInt8] {
        source.part(range).flatMap { $0 == 0 ? Array("\u{FFFD}".utf8) : [$0.lowercased] }
    }
}

extension UInt8 {
    @inline(__always)
    fileprivate var endsTagName: Bool { isHTMLSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ">") }

    @inline(__always)
    fileprivate var endsAttributeName: Bool { endsTagName || self == UInt8(ascii: "=") }
}

extension HTMLTokenizer {
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

    /// Reads `<?target data?>` from its target on; nil if the document ends in it. Without a proper target it is a comment.
    mutating func instruction(from start: Int) -> Token? {
        index = source.count
        guard start < source.count else { return nil }
        guard source[start].isLetter || source[start] == UInt8(ascii: "_") else { return bogusComment(from: start - 1) }
        var at = start
        while at < source.count, source[at].isInTarget { at += 1 }
        guard at < source.count else { return nil }
        let target = source.part(start..<at).map(\.lowercased)
        let endsTarget = source[at].isHTMLSpace || source[at] == UInt8(ascii: "?") || source[at] == UInt8(ascii: ">")
        guard endsTarget, !target.elementsEqual("xml".utf8), !target.elementsEqual("xml-stylesheet".utf8) else {
            return bogusComment(from: start - 1)
        }
        let mark = UInt8(ascii: ">")
        let dataStart = pastSpaces(at)
        var end = source.index(ofAny: mark, mark, mark, from: dataStart, to: source.count)
        guard end < source.count else { return nil }
        index = end + 1
        if end > dataStart, source[end - 1] == UInt8(ascii: "?") { end -= 1 }
        let textStart = buffer.count
        buffer += source.part(start..<at)
        buffer.append(.space)
        let data = cleaned(dataStart..<end)
        if !data.isInBuffer { buffer += source.part(data.range) }
        return .comment(Comment(kind: .instruction, text: TextRange(buffer: textStart..<buffer.count)))
    }

    private mutating func comment(_ text: Range<Int>, end: Int) -> Token {
        index = end
        return .comment(Comment(text: cleaned(text)))
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

    /// Whether it is part of the target of a processing instruction.
    fileprivate var isInTarget: Bool { isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}
