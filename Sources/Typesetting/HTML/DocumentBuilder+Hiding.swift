import HTML

// The parts that a document leaves out, and where they end.
extension DocumentBuilder {
    /// Whether an element isn't meant for readers.
    func hides(_ element: Tag, _ attributes: borrowing TagStream, _ style: HTMLStyle) -> Bool {
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

    /// Whether to read the text of an element that contains only text, as for a formula of MathJax.
    static func isReadable(_ tag: OpenTag, _ attributes: borrowing TagStream) -> Bool {
        switch tag.element {
        case .xmp, .plaintext: true
        case .script: attributes[.type]?.hasPrefix("math/tex") == true
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
    mutating func leaveDrawing(before element: Tag) {
        let isHTML = element.breaksParagraph || element.isFormat && element != .a || element == .img || element == .br
        guard isHTML, let drawing = open.entries.lastIndex(where: { $0.tag.element == .svg }) else { return }
        close(downTo: drawing)
    }
}
