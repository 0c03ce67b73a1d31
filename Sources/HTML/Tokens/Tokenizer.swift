/// Splits a document into tokens (HTML Standard, 13.2.5).
struct Tokenizer: ~Copyable {
    /// The kind of the following content.
    enum Content {
        case data, rcdata, rawText, scriptData, plainText

        /// The kind of an element's content.
        init(of tag: Tag) {
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
    let reading: Reading
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
    var lastStartName: UInt32 = 0
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
    var sectionEnd = Int.max
    var hasNoSectionEnd = false

    init(_ source: SourceBytes, reading: Reading = .page) {
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
        case UInt8(ascii: "?"): return bogusComment(from: start + 1)
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
}
