import HTML
import System

// The start of elements that contain others.
extension DocumentBuilder {
    mutating func begin(_ tag: OpenTag, _ attributes: borrowing TagStream, _ style: HTMLStyle) {
        let element = tag.element
        if element == .iframe { return insertEmbedded(attributes, .src) }
        guard push(tag) else { return }
        if style.isBlock { open.withLast { $0.isBlock = true } }
        if let whiteSpace = style.whiteSpace {
            setWhiteSpace(whiteSpace, isBlock: element.breaksParagraph || style.isBlock)
        }
        if let level = element.headingLevel {
            state.heading = level
        } else if element.isPreformatted {
            endParagraph()
            state.isPreformatted = true
        } else if let kind = blockKind(of: element, attributes, style) {
            openBlock(kind)
        }
        if element == .tr || element == .thead || element == .tbody || element == .tfoot {
            state.alignment =
                style.alignment ?? attributes[.align].flatMap { Table.Alignment(html: $0) } ?? state.alignment
        }
        switch element {
        case .table:
            state.isTableHead = false
            state.alignment = nil
        case .thead:
            blocks.beginTablePart(.head)
            state.isTableHead = true
        case .tbody: blocks.beginTablePart(.body)
        case .tfoot: blocks.beginTablePart(.foot)
        case .td, .th, .caption:
            let floor = formats.enterCell()
            open.withLast { $0.outerFloor = floor }
        case .q: beginQuotation()
        case .ruby: text.beginRuby()
        case .rt: text.beginReading()
        case .noscript: state.isNoscript = true
        case .audio: beginPlayer(.audio, attributes, .src)
        case .video: beginPlayer(.video, attributes, .src)
        case .object: beginPlayer(.embedded, attributes, .data)
        case .abbr, .acronym:
            if let meaning = attributes[.title], CleanText.isVisible(meaning) {
                beginFormat(.abbreviation(meaning: meaning), of: element)
            }
        default:
            if let inlineStyle = style.inlineStyle(of: element), !(state.isPreformatted && inlineStyle == .code) {
                beginFormat(.styled(inlineStyle), of: element)
            }
        }
    }

    private func blockKind(
        of element: HTMLTag, _ attributes: borrowing TagStream, _ style: HTMLStyle
    ) -> BlockStack.Kind? {
        switch element {
        case .blockquote: .quote
        case .ul, .menu, .dir: .list(ListNumbering(marker: .bullet))
        case .ol: .list(numbering(attributes, style))
        case .li: .item(value: attributes.number(.value))
        case .dl: .definitions
        case .dt: blocks.isInDefinitions ? .term : nil
        case .dd: blocks.isInDefinitions ? .detail : nil
        case .table: .table(isLayout: attributes.has(.role, anyOf: ["presentation", "none"]))
        case .tr: open.isInTable ? .row : nil
        case .td, .th: open.isInTable ? .cell(cell(element, attributes, style)) : nil
        case .caption: open.isInTable ? .caption : nil
        case .figure: .figure
        case .figcaption: .figureCaption
        case .details: .details
        case .summary: .summary
        // WordPress's figures.
        case .div where attributes.has(.class, anyOf: ["wp-caption"]): .figure
        case .p where attributes.has(.class, anyOf: ["wp-caption-text"]): .figureCaption
        default: nil
        }
    }

    private func numbering(_ attributes: borrowing TagStream, _ style: HTMLStyle) -> ListNumbering {
        ListNumbering(
            marker: attributes[.type].flatMap { List.Marker(type: $0) } ?? style.marker ?? .decimal,
            start: attributes.number(.start), isReversed: attributes.has(.reversed))
    }

    private func cell(_ element: HTMLTag, _ attributes: borrowing TagStream, _ style: HTMLStyle) -> Table.Cell {
        let alignment = style.alignment ?? attributes[.align].flatMap { Table.Alignment(html: $0) }
        // Zero means all remaining rows.
        let rows = attributes.number(.rowspan) ?? 1
        return Table.Cell(
            isHeader: element == .th || state.isTableHead, columns: attributes.number(.colspan) ?? 1,
            rows: rows == 0 ? TableShape.mostRows : rows, alignment: alignment ?? state.alignment ?? .left)
    }

    private mutating func beginPlayer(_ kind: Media.Kind, _ attributes: borrowing TagStream, _ source: Attribute) {
        let target = target(attributes, source)
        // An object without a URL only consists of its content.
        guard kind != .embedded || target != nil else { return }
        state.isHidden = true
        state.player = Player(kind: kind, target: target, title: attributes[.title] ?? attributes[.ariaLabel])
    }

    private mutating func beginQuotation() {
        write(state.quotations.isMultiple(of: 2) ? "“" : "‘")
        state.quotations += 1
    }

    mutating func endQuotation() {
        write(state.quotations.isMultiple(of: 2) ? "’" : "”")
    }
}

// Formats: styles within a line, independent of the blocks around them.
extension DocumentBuilder {
    mutating func beginFormat(_ element: HTMLTag, _ attributes: borrowing TagStream, _ style: HTMLStyle) {
        if element == .a { endFormat(.a) }
        var format = style.inlineStyle(of: element).map { InlineFormats.Format.styled($0) }
        if element == .a { format = link(attributes) }
        if state.isPreformatted, format == .styled(.code) { format = nil }
        _ = formats.begin(format, for: element, openDepth: open.count)
    }

    /// Ends a format, and the elements inside it that aren't blocks.
    mutating func endFormat(_ element: HTMLTag) {
        guard let depth = formats.end(element), depth < open.count else { return }
        if !open.entries[depth...].contains(where: { $0.tag.element.isSpecial }) { close(downTo: depth) }
    }

    private mutating func link(_ attributes: borrowing TagStream) -> InlineFormats.Format? {
        guard let href = attributes.address(.href) else { return nil }
        if let place = fragments.place(of: href, at: base.address) { return .link(target: "#" + place) }
        return target(attributes, .href).map { .link(target: $0) }
    }
}

extension HTMLStyle {
    /// The effect of an element on its text, unless its style says otherwise: some editors put a whole text into a `b`
    /// that isn't bold.
    func inlineStyle(of element: HTMLTag) -> InlineStyle? {
        switch element.style {
        case .strong where isBold == false: return nil
        case .emphasis where isItalic == false: return nil
        case let style?: return style
        case nil: break
        }
        guard element == .span || element == .font else { return nil }
        if isBold == true { return .strong }
        if isItalic == true { return .emphasis }
        return isStruck ? .deleted : nil
    }
}

// The parts that a document leaves out, and where they end.
extension DocumentBuilder {
    /// Whether an element isn't meant for readers.
    func hides(_ element: HTMLTag, _ attributes: borrowing TagStream, _ style: HTMLStyle) -> Bool {
        if element.isHidden || style.isHidden || attributes.has(.hidden) { return true }
        switch element {
        case .a:
            // The sign after a heading that links to the heading itself.
            return attributes.has(.ariaHidden, anyOf: ["true"]) && attributes[.href]?.hasPrefix("#") == true
                || state.heading != nil && attributes.has(.class, anyOf: Self.permalinks)
        case .dialog: return !attributes.has(.open)
        case .span:
            // KaTeX writes its formulas twice, and some code has line numbers as text.
            return attributes.has(.class, anyOf: ["katex-html"])
                || state.isPreformatted && attributes.has(.class, anyOf: Self.lineNumbers)
        case .td, .th: return attributes.has(.class, anyOf: Self.lineNumbers)
        // A label names a field, which is left out, except for the check box of a to-do list.
        case .label: return open.contains(.form) && !open.contains(.li)
        default: return false
        }
    }

    private static let permalinks = ["headerlink", "header-anchor", "heading-anchor", "anchorjs-link", "hash-link"]

    /// Whether to read the text of an element that contains only text.
    static func isReadable(_ tag: OpenTag, _ attributes: borrowing TagStream) -> Bool {
        switch tag.element {
        case .xmp, .plaintext: true
        default: false
        }
    }

    /// The classes that syntax highlighters use for line numbers.
    private static let lineNumbers = [
        "lineno", "linenos", "linenumber", "line-number", "line-numbers", "ln", "lnt", "gutter", "rouge-gutter",
        "blob-num", "hljs-ln-numbers", "line-numbers-rows"
    ]

    mutating func startLeftOut(_ tag: OpenTag) {
        let isDrawing = tag.element == .svg
        guard !tag.element.isVoid, !tag.element.holdsOnlyText, !(isDrawing && tag.isSelfClosing) else { return }
        _ = push(tag) { state in
            state.isHidden = true
            state.isDrawing = isDrawing
        }
    }

    /// Notes an element in a hidden part. It isn't shown, but its end must be recognised.
    mutating func startHidden(_ tag: OpenTag, _ attributes: borrowing TagStream) {
        if tag.element == .source, state.player != nil, state.player?.target == nil {
            let source = target(attributes, .src)
            state.player?.target = source
        }
        let isOver = tag.element.isVoid || tag.element.holdsOnlyText || tag.isSelfClosing && state.isDrawing
        guard !isOver, !tag.element.isTransparent, !tag.element.isFormat else { return }
        let isForeign = tag.element == .foreignObject
        _ = push(tag) { if isForeign { $0.isDrawing = false } }
    }

    /// Leaves a drawing without an end tag: HTML that can't be in a drawing shows that it has ended.
    mutating func leaveDrawing(before element: HTMLTag) {
        let isHTML = element.breaksParagraph || element.isFormat && element != .a || element == .img || element == .br
        guard isHTML, let drawing = open.entries.lastIndex(where: { $0.tag.element == .svg }) else { return }
        close(downTo: drawing)
    }
}
