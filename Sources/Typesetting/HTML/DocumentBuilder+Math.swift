import HTML

/// Writes MathML as one line of text, `(a+b)/c`, with styles for superscripts and subscripts.
extension DocumentBuilder {
    enum Math {
        /// Between elements, where white space is ignored.
        case structure
        /// In text, which is set unchanged.
        case text
    }

    mutating func startMath(_ tag: OpenTag, _ attributes: borrowing TagStream) {
        let element = tag.element
        guard !element.isVoid, !element.isFormat, !tag.isSelfClosing else {
            if element == .mspace || element == .br { writeMath(" ") }
            return
        }
        let parent = open.last?.tag.element ?? .unknown
        let child = open.last?.children ?? 0
        open.withLast { $0.children += 1 }
        if state.math != nil { separate(child, of: parent) }
        guard push(tag) else { return }
        state.math = element == .mtext || element == .ms || element == .annotationXML ? .text : .structure
        if element.isHidden {
            state.isHidden = true
            return
        }
        if let style = Self.style(ofChild: child, of: parent) { beginFormat(.styled(style), of: element) }
        if Self.isGroup(element, in: parent) { writeMath("(") }
        if element == .msqrt || element == .mroot { writeMath("√(") }
    }

    mutating func endMath(_ entry: OpenElements.Entry) {
        let parent = open.last?.tag.element ?? .unknown
        let element = entry.tag.element
        if Self.isGroup(element, in: parent) || element == .msqrt || element == .mroot { writeMath(")") }
    }

    mutating func writeMath(_ bytes: Span<UInt8>) {
        var start = 0
        for index in 0...bytes.count {
            guard index == bytes.count || bytes[index].isHTMLSpace && state.math == .structure else { continue }
            if index > start { text.append(bytes.extracting(start..<index), in: formats.innermost) }
            start = index + 1
        }
    }

    private mutating func writeMath(_ string: StaticString) {
        string.withUTF8Buffer { text.append($0.span, in: formats.innermost) }
    }

    /// Writes the sign between two parts of an element.
    private mutating func separate(_ child: Int, of parent: Tag) {
        guard child > 0 else { return }
        switch parent {
        case .mfrac: writeMath("/")
        case .mroot: writeMath("; ")
        case .mtable: writeMath("; ")
        case .mtr: writeMath(", ")
        default: break
        }
    }

    private static func style(ofChild child: Int, of parent: Tag) -> InlineStyle? {
        switch (parent, child) {
        case (.msup, 1), (.mover, 1), (.msubsup, 2), (.munderover, 2): .superscript
        case (.msub, 1), (.munder, 1), (.msubsup, 1), (.munderover, 1): .subscript
        default: nil
        }
    }

    /// Whether the element needs brackets to show where it ends.
    private static func isGroup(_ element: Tag, in parent: Tag) -> Bool {
        element == .mrow && parent == .mfrac || element == .mfrac && parent == .mfrac
    }
}
