/// Builds a document out of tags and text as they come, in memory and nesting that the text cannot drive up.
///
/// HTML puts blocks inside inline elements and text where only blocks belong. So three things are kept apart: the open
/// elements, the blocks being filled (`BlockStack`), and the paragraph being written (`InlineText`) with the formats in
/// force, which outlive the paragraph they began in.
final class DocumentBuilder {
    /// Elements nested deeper than this lose their meaning and keep their text.
    static let deepest = 100

    private var baseURL: String?
    private var open: [OpenElement] = []
    private var blocks = BlockStack()
    private var paragraph = InlineText()
    private var preformatted = PreformattedText()
    private var heading: Int?
    private var hiddenDepth = 0
    private var preformattedDepth = 0

    init(baseURL: String?) {
        self.baseURL = baseURL
    }

    /// Opens an element, or takes note of one that holds nothing; false where it is too deep to be opened.
    func start(_ name: String, _ attributes: HTMLAttributes) -> Bool {
        var element = HTMLElement(name: name)
        if !attributes.isEmpty, Self.hides(attributes) { element = element.isContainer ? .hidden : .plain }
        if hiddenDepth == 0, element.breaksParagraph { endParagraph() }
        guard element.isContainer else {
            if hiddenDepth == 0 { insert(element, attributes) }
            return true
        }
        // Scripts are let through: libxml2 must know that it is inside one to read it as such.
        guard open.count < Self.deepest || name == "script" || name == "style" else { return false }
        open.append(
            OpenElement(
                name: name, element: element, blockDepth: blocks.depth, formatDepth: paragraph.formatDepth,
                heading: heading))
        if case .hidden = element { hiddenDepth += 1 }
        if hiddenDepth == 0 { begin(element, attributes) }
        return true
    }

    /// Closes the element and whatever is still open in it; an end without a start changes nothing.
    func end(_ name: String) {
        guard let index = open.lastIndex(where: { $0.name == name }) else { return }
        while open.count > index, let closed = open.popLast() { close(closed) }
    }

    func text(_ bytes: Span<UInt8>) {
        guard hiddenDepth == 0 else { return }
        if preformattedDepth > 0 { preformatted.append(bytes) } else { paragraph.append(bytes) }
    }

    /// Ends what is still open and gives the document.
    func finish() -> Document {
        while let closed = open.popLast() { close(closed) }
        endParagraph()
        return Document(blocks: blocks.finish())
    }
}

extension DocumentBuilder {
    private struct OpenElement {
        let name: String
        let element: HTMLElement
        /// How things stood when it was opened, and stand again when it is closed.
        let blockDepth: Int
        let formatDepth: Int
        let heading: Int?
    }

    private func begin(_ element: HTMLElement, _ attributes: HTMLAttributes) {
        switch element {
        case .heading(let level): heading = level
        case .preformatted: preformattedDepth += 1
        case .quote: openBlock(.quote)
        case .orderedList: openBlock(.list(.decimal, start: attributes["start"].flatMap { Int($0) } ?? 1))
        case .unorderedList: openBlock(.list(.bullet, start: 1))
        case .item: openBlock(.item)
        case .table: openBlock(.table)
        case .row: openBlock(.row)
        case .cell(let isHeader): openBlock(.cell(isHeader: isHeader))
        case .emphasis: paragraph.begin(.styled(.emphasis))
        case .strong: paragraph.begin(.styled(.strong))
        case .code: paragraph.begin(.styled(.code))
        case .quotation: text("“".utf8.span)
        case .link:
            if let target = attributes["href"].flatMap({ LinkTarget.resolve($0, against: baseURL) }) {
                paragraph.begin(.link(target: target))
            }
        case .block, .paragraph, .plain, .hidden, .image, .lineBreak, .breakHint, .rule, .base: break
        }
    }

    private func insert(_ element: HTMLElement, _ attributes: HTMLAttributes) {
        switch element {
        case .rule: blocks.append(.rule)
        case .lineBreak where preformattedDepth > 0: preformatted.append("\n".utf8.span)
        case .lineBreak: paragraph.insert(.lineBreak)
        case .breakHint: text("\u{200B}".utf8.span)
        case .base: baseURL = attributes["href"].flatMap { LinkTarget.resolve($0, against: baseURL) } ?? baseURL
        case .image where attributes["alt"] == "" || Self.isDot(attributes): break
        case .image where preformattedDepth > 0: text((attributes["alt"] ?? "").utf8.span)
        case .image:
            let source = attributes["src"].flatMap { LinkTarget.resolve($0, against: baseURL) }
            paragraph.insert(.image(Image(alt: attributes["alt"], source: source)))
        default: break
        }
    }

    private func close(_ closed: OpenElement) {
        if case .hidden = closed.element { hiddenDepth -= 1 }
        guard hiddenDepth == 0 else { return }
        if case .quotation = closed.element { text("”".utf8.span) }
        if case .preformatted = closed.element { preformattedDepth -= 1 }
        if closed.element.breaksParagraph { endParagraph() }
        paragraph.end(downTo: closed.formatDepth)
        blocks.close(downTo: closed.blockDepth)
        heading = closed.heading
    }

    private func openBlock(_ kind: BlockStack.Kind) {
        blocks.open(kind)
        heading = nil
    }

    private func endParagraph() {
        // Inside `pre` a block is one more way to end a line.
        guard preformattedDepth == 0 else { return preformatted.endLine() }
        let text = preformatted.take()
        if !text.isEmpty { blocks.append(.preformatted([.text(text)])) }
        let inlines = paragraph.take()
        if !inlines.isEmpty { blocks.append(heading.map { .heading(level: $0, inlines) } ?? .paragraph(inlines)) }
    }

    private static func hides(_ attributes: HTMLAttributes) -> Bool {
        if attributes["hidden"] != nil { return true }
        guard let style = attributes["style"] else { return false }
        let declarations = style.lowercased().filter { !$0.isWhitespace }
        return declarations.contains("display:none") || declarations.contains("visibility:hidden")
    }

    /// Whether the image is one of those that count readers.
    private static func isDot(_ attributes: HTMLAttributes) -> Bool {
        ["0", "1"].contains(attributes["width"]) || ["0", "1"].contains(attributes["height"])
    }
}
