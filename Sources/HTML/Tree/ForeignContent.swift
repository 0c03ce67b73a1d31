/// SVG and MathML in HTML (HTML Standard, 13.2.6.5).
extension TreeBuilder {
    func isForForeign(_ token: Token) -> Bool {
        guard let current = adjustedCurrent else { return false }
        let node = nodes[current.index]
        if node.namespace == .html { return false }
        switch token {
        case .endOfFile: return false
        case .text: return !isTextPoint(node) && !isHTMLPoint(node)
        case .start(let tag):
            if isHTMLPoint(node) { return false }
            if isTextPoint(node) { return tag == .mglyph || tag == .malignmark }
            return !(node.namespace == .mathML && node.tag == .annotationXML && tag == .svg)
        default: return true
        }
    }

    /// Whether it is an element of MathML whose content is text and HTML.
    func isTextPoint(_ node: Node) -> Bool {
        guard node.namespace == .mathML else { return false }
        switch node.tag {
        case .mi, .mo, .mn, .ms, .mtext: return true
        default: return false
        }
    }

    private func isHTMLPoint(_ node: Node) -> Bool {
        switch node.namespace {
        case .html: false
        case .svg: node.tag == .foreignObject || node.tag == .desc || node.tag == .title
        case .mathML: node.tag == .annotationXML && node.state.contains(.holdsHTML)
        }
    }

    mutating func startForeign(_ namespace: Namespace) {
        reconstructFormatting()
        insertForeign(namespace)
    }

    private mutating func insertForeign(_ namespace: Namespace) {
        var node = elementOfTag()
        node.namespace = namespace
        if namespace == .svg { node.name = Names.inSVG(node.name) }
        for index in node.attributes {
            let old = tokenizer.attributes[index]
            if old.name == Attribute.encoding.rawValue, node.tag == .annotationXML,
                isCaseless(old.value, "text/html") || isCaseless(old.value, "application/xhtml+xml")
            {
                node.state.insert(.holdsHTML)
            }
            tokenizer.attributes[index] = AttributeEntry(name: Names.inForeign(old.name, namespace), value: old.value)
        }
        insertOpen(node)
        if tokenizer.isSelfClosing { pop() }
    }

    mutating func processInForeign(_ token: Token) {
        switch token {
        case .text(let text):
            if isNUL(text) { return insertReplacementCharacter() }
            insert(text)
            if framesetMayFollow, !isBlank(text) { framesetMayFollow = false }
        case .comment(let text): insertComment(text)
        case .doctype, .endOfFile: break
        case .start(let tag):
            if tag.breaksOutOfForeign || tag == .font && isFontOfHTML { return breakOut(token) }
            insertForeign(adjustedCurrent.map { nodes[$0.index].namespace } ?? .html)
        case .end(.br), .end(.p): breakOut(token)
        case .end: endForeign(token)
        }
    }

    private var isFontOfHTML: Bool {
        tokenizer.attributes[tokenizer.keptAttributes...].contains {
            [Attribute.color.rawValue, Attribute.face.rawValue, Attribute.size.rawValue].contains(
                $0.name)
        }
    }

    /// Ends the foreign elements that can't hold the token.
    private mutating func breakOut(_ token: Token) {
        while open.count > 1 {
            let node = nodes[current.index]
            if node.namespace == .html || isTextPoint(node) || isHTMLPoint(node) { break }
            pop()
        }
        var token = token
        while !processInMode(&token) {}
    }

    private mutating func endForeign(_ token: Token) {
        var index = open.count - 1
        while index > 0 {
            stepsLeft -= 1
            let node = nodes[open[index].index]
            if node.namespace == .html {
                var token = token
                while !processInMode(&token) {}
                return
            }
            if Names.inHTML(node.name) == tokenizer.name {
                while open.count > index { pop() }
                return
            }
            index -= 1
        }
    }
}
