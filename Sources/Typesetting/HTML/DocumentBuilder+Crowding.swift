/// What becomes of a text that has so many tags that what they mean would take a hundred times its own memory.
///
/// From there on it is read as words alone, in one paragraph.
extension DocumentBuilder {
    /// The parts that every text may have in blocks and paragraphs: half a million, as in several thick books.
    private static let parts = 1 << 19
    /// How many bytes allow a longer text one more part.
    private static let bytesForPart = 32

    /// Whether the text has had all the parts that it may have.
    var isCrowded: Bool { blocks.count + text.count > Self.parts + html.count / Self.bytesForPart }

    /// Adds what a token says, and nothing of what it means.
    mutating func addWords(of token: HTMLTokenizer.Token, from tokenizer: inout HTMLTokenizer) {
        if !isInWords { beginWords() }
        switch token {
        case .text(let range): text(range)
        case .character(let reference): character(reference)
        case .end(let tag): endWord(at: tag)
        case .start(let tag):
            endWord(at: tag)
            if tag.element == .img, let alt = tokenizer.attributes[.alt] { write(CleanText.line(alt).utf8.span) }
            if tag.element.isRawText, !tag.isSelfClosing { _ = tokenizer.rawText(of: tag) }
        }
    }

    private mutating func beginWords() {
        isInWords = true
        close(downTo: 0)
        endParagraph()
        formats = InlineFormats()
        let note = "[The rest is shown without layout and links: it has more tags than words]"
        blocks.append(.paragraph([.styled(.emphasis, [.text(note)])]))
    }

    private mutating func endWord(at tag: HTMLTag) {
        if tag.element.breaksParagraph || tag.element.isVoid { write(" ") }
    }
}
