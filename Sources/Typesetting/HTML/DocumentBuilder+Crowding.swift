import HTML

/// Handles a text with so many tags that their meaning would take a hundred times its own memory.
///
/// The rest is read as words only, in one paragraph.
extension DocumentBuilder {
    /// The blocks and parts of paragraphs that every text may have: half a million, as many as in several thick books.
    private static let parts = 1 << 19
    /// A longer text may have one more part for this many bytes.
    private static let bytesForPart = 32

    /// Whether the text has used up its parts.
    var isCrowded: Bool { blocks.count + text.count > Self.parts + length / Self.bytesForPart }

    /// Adds the text of a token and ignores its meaning.
    mutating func addWords(of token: TagStream.Token, from stream: inout TagStream) {
        if !isInWords { beginWords() }
        switch token {
        case .text(let text): stream.withText(text) { write($0) }
        case .rawText, .cutTag: break
        case .end(let tag): endWord(at: tag)
        case .start(let tag):
            endWord(at: tag)
            if tag == .img, let alt = stream[.alt] { write(CleanText.line(alt).utf8.span) }
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

    private mutating func endWord(at tag: Tag) {
        if tag.breaksParagraph || tag.isVoid { write(" ") }
    }
}
