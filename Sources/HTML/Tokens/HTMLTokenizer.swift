import System

/// Splits a document into tokens (HTML Standard, 13.2.5).
struct HTMLTokenizer: ~Copyable {
    /// The kind of the following content.
    enum Content {
        case data, rcdata, rawText, scriptData, plainText

        /// The kind of an element's content.
        init(of tag: HTMLTag) {
            self =
                switch tag {
                case .title, .textarea: .rcdata
                case .style, .xmp, .iframe, .noembed, .noframes: .rawText
                case .script: .scriptData
                case .plaintext: .plainText
                default: .data
                }
        }
    }

    let source: SourceBytes
    let reading: HTMLReading
    /// Text that differs from the source.
    var buffer: [UInt8] = []
    var elementNames = Names.elements
    var attributeNames = Names.attributes
    /// The attributes of all elements so far, followed by those of the last tag from `keptAttributes` on.
    var attributes: [AttributeEntry] = []
    var keptAttributes = 0
    var content = Content.data
    /// The name of the last tag.
    var name: UInt32 = 0
    var isSelfClosing = false
    /// The name of the last start tag. Its end tag ends raw text.
    var lastStartName: UInt32?
    var index = 0
    /// For each attribute's name, the last tag that had it.
    var tagsOfAttributes: [UInt32] = []
    var tagNumber: UInt32 = 0
    /// The incomplete tag at the end of the document.
    var cutTag: Range<Int>?
    /// Whether only text follows, because no other tag is complete.
    var isBehindTags = false
    /// In an excerpt, the quotation marks that don't occur again.
    var missingQuotes: [UInt8] = []
    /// In an excerpt, the end of the open CDATA section.
    private var sectionEnd = Int.max
    private var hasNoSectionEnd = false

    init(_ source: SourceBytes, reading: HTMLReading = .page) {
        self.source = source
        self.reading = reading
    }

    /// The next token. Only foreign elements may contain CDATA sections.
    mutating func next(allowsSections: Bool) -> Token {
        switch content {
        case .data: break
        case .rcdata, .rawText, .scriptData: if let token = rawToken() { return token }
        case .plainText: return plainText()
        }
        while index < source.count {
            if index >= sectionEnd {
                endSection()
                continue
            }
            guard source[index] == UInt8(ascii: "<") else { return text() }
            if let token = markup(allowsSections: allowsSections) { return token }
        }
        return .endOfFile
    }

    /// Keeps the attributes of the last tag, because an element uses them now.
    mutating func keepAttributes() { keptAttributes = attributes.count }

    /// Reads markup that begins with `<`; nil if it gives no token.
    private mutating func markup(allowsSections: Bool) -> Token? {
        let start = index
        guard start + 1 < source.count, !isBehindTags else { return literal(1) }
        let next = source[start + 1]
        if next.isLetter { return tag(nameAt: start + 1, isEnd: false) }
        switch next {
        case UInt8(ascii: "/"):
            guard start + 2 < source.count else { return literal(2) }
            if source[start + 2].isLetter { return tag(nameAt: start + 2, isEnd: true) }
            if source[start + 2] == UInt8(ascii: ">") {
                index = start + 3
                return nil
            }
            return bogusComment(from: start + 2)
        case UInt8(ascii: "!"):
            if source.has("--", at: start + 2) { return comment(from: start + 4) }
            if source.has("doctype", at: start + 2) { return doctype(from: start + 9) }
            if allowsSections, isSection(at: start + 2) { return section(from: start + 9) }
            if reading == .excerpt, isSection(at: start + 2) {
                beginSection(from: start + 9)
                return nil
            }
            return bogusComment(from: start + 2)
        case UInt8(ascii: "?"): return instruction(from: start + 2)
        default: return literal(1)
        }
    }

    /// Returns markup that turned out to be text.
    private mutating func literal(_ length: Int) -> Token {
        defer { index += length }
        return .text(TextRange(source: index..<index + length))
    }

    private func isSection(at start: Int) -> Bool {
        // Unlike “doctype”, this must be in capitals.
        start + 7 <= source.count && source.part(start..<start + 7).elementsEqual("[CDATA[".utf8)
    }

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
    private mutating func beginSection(from start: Int) {
        index = start
        guard sectionEnd == .max, !hasNoSectionEnd else { return }
        let end = endOfSection(from: start)
        hasNoSectionEnd = end == source.count
        if !hasNoSectionEnd { sectionEnd = end }
    }

    private mutating func endSection() {
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

    /// The next token in an element that contains only text: text or its end tag; nil after that and at the end.
    private mutating func rawToken() -> Token? {
        guard index < source.count else { return nil }
        let end = content == .scriptData ? endOfScript() : endOfRawText()
        if end == index {
            content = .data
            return tag(nameAt: index + 2, isEnd: true)
        }
        let text = index..<end
        index = end
        return .text(cleaned(text, decoding: content == .rcdata))
    }

    private func endOfRawText() -> Int {
        var at = index
        while true {
            at = mark(from: at)
            if at == source.count || isEndTag(at: at) { return at }
            at += 1
        }
    }

    /// A script ends at its end tag, except inside a comment in which another script has begun.
    private func endOfScript() -> Int {
        var at = index
        /// Whether a comment is open, and whether a script is open in it.
        var isInComment = false
        var isInInnerScript = false
        while at < source.count {
            let mark = UInt8(ascii: isInComment ? "-" : "<")
            at = source.index(ofAny: UInt8(ascii: "<"), mark, mark, from: at, to: source.count)
            guard at < source.count else { break }
            if isInComment, source.has("-->", at: at) {
                (isInComment, isInInnerScript) = (false, false)
                at += 3
            } else if !isInComment, source.has("<!--", at: at) {
                isInComment = true
                // The same dashes may end the comment, as in `<!-->`.
                at += 2
            } else if isInInnerScript {
                if source.has("</script", at: at), endsName(at: at + 8) { isInInnerScript = false }
                at += 1
            } else if isEndTag(at: at) {
                return at
            } else {
                if isInComment, source.has("<script", at: at), endsName(at: at + 7) { isInInnerScript = true }
                at += 1
            }
        }
        return source.count
    }

    private func mark(from start: Int) -> Int {
        let mark = UInt8(ascii: "<")
        return source.index(ofAny: mark, mark, mark, from: start, to: source.count)
    }

    /// Whether the end tag of the open element is at this index. In a fragment, that of its context is text.
    private func isEndTag(at start: Int) -> Bool {
        guard let lastStartName, source.has("</", at: start) else { return false }
        let expected = elementNames[lastStartName]
        let nameStart = start + 2
        guard nameStart + expected.count < source.count, endsName(at: nameStart + expected.count) else { return false }
        return source.part(nameStart..<nameStart + expected.count).elementsEqual(expected) { $0.lowercased == $1 }
    }

    private func endsName(at index: Int) -> Bool {
        guard index < source.count else { return false }
        return source[index].isHTMLSpace || source[index] == UInt8(ascii: "/") || source[index] == UInt8(ascii: ">")
    }
}
