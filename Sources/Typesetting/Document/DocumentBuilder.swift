import HTML

/// Builds a document from tags and text as they come. The text can't drive up its memory or recursion.
///
/// HTML has blocks inside lines, and text where only blocks belong. So four things are separate: the open elements
/// (`OpenHTMLElements`), the current links and styles, which outlive their paragraph (`InlineFormats`), the open blocks
/// (`BlockStack`), and the current paragraph (`InlineText`).
struct DocumentBuilder {
    /// The state while an element is open.
    struct State {
        var heading: Int?
        var isHidden = false
        var isPreformatted = false
        var whiteSpace = HTMLStyle.WhiteSpace.collapses
        var isNoscript = false
        /// Whether this is a drawing, where names have other meanings.
        var isDrawing = false
        /// The number of open quotation marks.
        var quotations = 0
        /// Whether this is a table's head, where all cells are headers.
        var isTableHead = false
        /// The alignment of the row's cells.
        var alignment: Table.Alignment?
        /// The audio or video whose sources are being read.
        var player: Player?
    }

    /// Audio or video, whose URL may come in a separate element.
    struct Player {
        let kind: Media.Kind
        var target: String?
        let title: String?
        /// The text that a page shows instead.
        var words: [UInt8] = []
    }

    /// The length of the text.
    let length: Int
    var state = State()
    var open = OpenHTMLElements()
    var formats = InlineFormats()
    var blocks = BlockStack()
    var text: InlineText
    var base: LinkBase
    let fragments: Fragments
    private var hasOwnBase = false
    /// The URL from a `source` of the open `picture`.
    var pictureSource: String?
    /// What pictures in the text itself may still have, in bytes.
    var pictureBudget = ContainedPicture.mostBytes
    /// The previous image. The same one again, for readers without scripts, is left out.
    var lastPicture: String?
    /// Whether to read the text of the last element, although it contains no elements.
    private var showsRawText = false
    private var anchors: Set<String> = []
    /// Whether to read the rest as words only.
    private var isInWords = false
    /// The bytes that bases may still add to relative links.
    private var addressBudget: Int

    init(_ html: Span<UInt8>, baseURL: String?, recording: String?) {
        length = html.count
        text = InlineText(recording: recording.flatMap { LinkBase(nil).target(of: $0) })
        base = LinkBase(baseURL)
        fragments = Fragments(in: html, at: base.address)
        addressBudget = min(16 << 20, 1 << 20 + 16 * html.count)
    }

    /// Adds the meaning of a token.
    mutating func add(_ token: TagStream.Token, from stream: inout TagStream) {
        switch token {
        case .text(let text): stream.withText(text) { write($0) }
        case .rawText(let text, _): if showsRawText { stream.withText(text) { write($0) } }
        case .start(let tag): start(OpenTag(tag, in: stream), stream)
        case .end(let tag): end(OpenTag(tag, in: stream))
        case .cutTag: break
        }
    }

    /// Closes what the element ends, and then opens it, or inserts it if it contains nothing.
    private mutating func start(_ tag: OpenTag, _ attributes: borrowing TagStream) {
        let element = tag.element
        if state.isDrawing { leaveDrawing(before: element) }
        close(downTo: open.depth(whenStarting: element))
        if state.isHidden { return startHidden(tag, attributes) }
        showsRawText = Self.isReadable(tag, attributes)
        let style = HTMLStyle(attributes)
        if element.breaksParagraph || style.isBlock { endLine() }
        if hides(element, attributes, style) {
            startLeftOut(tag)
        } else if element.isVoid {
            placeAnchor(attributes)
            insert(element, attributes, style)
        } else if element.isFormat {
            beginFormat(element, attributes, style)
            placeAnchor(attributes)
        } else if !element.isTransparent {
            begin(tag, attributes, style)
            placeAnchor(attributes)
        }
    }

    /// Closes what an end tag ends. One without a start tag changes little.
    private mutating func end(_ tag: OpenTag) {
        if open.isEndOfTooDeep(tag) {
            if tag.element.breaksParagraph { endLine() }
        } else if tag.element.isFormat, !state.isHidden {
            endFormat(tag.element)
        } else if let depth = open.depth(whenEnding: tag) {
            close(downTo: depth)
        } else if !state.isHidden {
            if tag.element == .p { endLine() }
            if tag.element == .br { breakLine() }
        }
    }

    /// Closes everything and returns the document.
    mutating func finish() -> Document {
        close(downTo: 0)
        endParagraph()
        for name in text.takeAnchors() { blocks.append(.anchor(name)) }
        return Document(blocks: blocks.finish())
    }
}

// Helpers.
extension DocumentBuilder {
    /// Opens an element with its own state; returns false if it would be too deep.
    mutating func push(_ tag: OpenTag, _ change: (inout State) -> Void = { _ in }) -> Bool {
        let entry = OpenHTMLElements.Entry(tag: tag, outer: state, blockDepth: blocks.depth)
        guard open.push(entry) else { return false }
        change(&state)
        return true
    }

    /// Opens a block that ends with the innermost element.
    mutating func openBlock(_ kind: BlockStack.Kind) {
        endParagraph()
        state.heading = nil
        let depth = blocks.open(kind)
        open.withLast { $0.blockDepth = depth }
    }

    /// Begins a format that ends with the innermost element.
    mutating func beginFormat(_ format: InlineFormats.Format, of element: HTMLTag) {
        let serial = formats.begin(format, for: element, openDepth: open.count)
        open.withLast { $0.format = serial }
    }

    mutating func close(downTo depth: Int) {
        while open.count > depth, let entry = open.pop() { close(entry) }
    }

    private mutating func close(_ entry: OpenHTMLElements.Entry) {
        let element = entry.tag.element
        guard !state.isHidden else {
            let player = entry.outer.player == nil ? state.player : nil
            state = entry.outer
            if let player { insert(player) }
            return
        }
        if element == .q { endQuotation() }
        if blocks.depth > entry.blockDepth || state.isPreformatted != entry.outer.isPreformatted {
            endParagraph()
        } else if element.breaksParagraph || entry.isBlock {
            endLine()
        }
        if let format = entry.format { formats.end(serial: format) }
        if let floor = entry.outerFloor { formats.leaveCell(to: floor) }
        if element == .rt { text.endReading(in: formats.innermost) }
        if element == .ruby { text.endRuby() }
        blocks.close(downTo: entry.blockDepth)
        state = entry.outer
    }

    mutating func write(_ bytes: Span<UInt8>) {
        if state.isHidden { return state.player?.addWords(bytes) ?? () }
        if state.isPreformatted {
            text.appendVerbatim(bytes, in: formats.innermost)
        } else if state.whiteSpace == .collapses {
            text.append(bytes, in: formats.innermost)
        } else {
            writeLines(bytes)
        }
    }

    mutating func write(_ string: StaticString) {
        string.withUTF8Buffer { write($0.span) }
    }

    /// Ends the paragraph. In preformatted text it ends only the line, because there a block just begins a new line.
    mutating func endLine() {
        guard state.isPreformatted else { return endParagraph() }
        if text.isInLine { text.endVerbatimLine(in: formats.innermost) }
    }

    mutating func endParagraph() {
        guard !text.isEmpty else { return }
        let inlines = text.take(isPreformatted: state.isPreformatted)
        guard !inlines.isEmpty else { return }
        if state.isPreformatted {
            blocks.append(.preformatted(inlines))
        } else if let heading = state.heading {
            blocks.append(.heading(level: heading, inlines.withoutPermalinks))
        } else {
            blocks.append(.paragraph(inlines))
        }
    }

    mutating func breakLine() {
        if state.isPreformatted {
            text.endVerbatimLine(in: formats.innermost)
        } else if text.insertLineBreak(in: formats.innermost) {
            endParagraph()
        }
    }

    /// The URL of an attribute; nil once the base has made all links together unreasonably long.
    mutating func target(_ attributes: borrowing TagStream, _ attribute: Attribute) -> String? {
        guard let reference = attributes.address(attribute), let target = base.target(of: reference) else { return nil }
        addressBudget -= max(0, target.utf8.count - reference.utf8.count)
        return addressBudget >= 0 ? target : nil
    }

    mutating func setBase(_ attributes: borrowing TagStream) {
        guard !hasOwnBase, let target = target(attributes, .href) else { return }
        hasOwnBase = true
        base = LinkBase(target)
    }

    /// Marks the position of an element that a link in the same text leads to.
    private mutating func placeAnchor(_ attributes: borrowing TagStream) {
        guard attributes.has(.id) || attributes.has(.name) else { return }
        for name in [attributes[.id], attributes[.name]].compactMap(\.self) {
            if fragments.contains(name), anchors.insert(name).inserted {
                text.insertAnchor(name, in: formats.innermost)
            }
        }
    }
}

extension HTMLTag {
    /// Whether the element has no meaning, so that its tags can be ignored.
    var isTransparent: Bool { self == .html || self == .head || self == .body || self == .colgroup || self == .picture }

    var isPreformatted: Bool { self == .pre || self == .listing || self == .xmp || self == .plaintext }
}

extension [Inline] {
    /// The heading without the permalink to itself.
    fileprivate var withoutPermalinks: [Inline] {
        guard contains(where: \.isPermalink) else { return self }
        var rest = filter { !$0.isPermalink }
        if case .text(let text) = rest.first, text.hasPrefix(" ") { rest[0] = .text(String(text.dropFirst())) }
        if case .text(let text) = rest.last, text.hasSuffix(" ") {
            rest[rest.count - 1] = .text(String(text.dropLast()))
        }
        return rest.filter { $0 != .text("") }
    }
}

extension Inline {
    fileprivate var isPermalink: Bool {
        guard case .link(let target, let content) = self, target.utf8.contains(UInt8(ascii: "#")), content.count == 1,
            case .text(let sign) = content[0]
        else { return false }
        return ["#", "¶", "§", "🔗", "∞"].contains(sign)
    }
}

extension Document {
    /// Reads whole pages and fragments of HTML. No matter how broken the HTML is, its text is kept.
    ///
    /// Relative links are resolved against the base. Without a base they become text. Times at the
    /// beginning of lines, or in brackets, are links into the recording at its URL.
    package init(html: String, baseURL: String? = nil, recording: String? = nil) {
        let formulas = HTMLTree.settingFormulas(inHTML: html.utf8.span)
        let html = formulas ?? html
        let bytes = html.utf8.span
        var builder = DocumentBuilder(bytes, baseURL: baseURL, recording: recording)
        TagStream.read(bytes, as: .excerpt) { stream in
            while let token = stream.next() {
                if case .cutTag(let tag) = token {
                    // A truncated text ends in an incomplete tag, but “a <b and c” doesn't.
                    let looks = stream.cutTagLooks
                    if tag == .unknown || looks.hasSpace && !looks.hasValue { stream.readCutTagAsText() }
                } else if builder.isCrowded {
                    builder.addWords(of: token, from: &stream)
                } else {
                    builder.add(token, from: &stream)
                }
            }
        }
        self = builder.finish()
    }
}

/// Handles a text with so many tags that their meaning would take a hundred times its own memory.
///
/// The rest is read as words only, in one paragraph.
extension DocumentBuilder {
    /// The blocks and parts of paragraphs that every text may have: half a million, as many as in several thick books.
    private static let parts = 1 << 19
    /// A longer text may have one more part for this many bytes.
    private static let bytesForPart = 32

    /// Whether the text has used up its parts.
    fileprivate var isCrowded: Bool { blocks.count + text.count > Self.parts + length / Self.bytesForPart }

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

    private mutating func endWord(at tag: HTMLTag) {
        if tag.breaksParagraph || tag.isVoid { write(" ") }
    }
}
