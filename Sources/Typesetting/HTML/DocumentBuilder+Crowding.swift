import HTML

/// What becomes of a text that has so many tags that what they mean would take a hundred times its own memory.
///
/// From there on it is read as words alone, in one paragraph.
extension DocumentBuilder {
    /// The parts that every text may have in blocks and paragraphs: half a million, as in several thick books.
    private static let parts = 1 << 19
    /// How many bytes allow a longer text one more part.
    private static let bytesForPart = 32

    /// Whether the text has had all the parts that it may have.
    var isCrowded: Bool { blocks.count + text.count > Self.parts + length / Self.bytesForPart }

    /// Adds what a token says, and nothing of what it means.
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
