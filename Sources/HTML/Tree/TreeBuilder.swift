/// Builds the tree of a document or of a fragment from its tokens (HTML Standard, 13.2.6).
struct TreeBuilder: ~Copyable {
    var tokenizer: HTMLTokenizer
    var nodes: [Node] = []
    /// The stack of open elements.
    var open: [NodeID] = []
    var formatting: [FormattingEntry] = []
    var mode = InsertionMode.initial
    /// The mode to return to after a text.
    var originalMode = InsertionMode.initial
    var templateModes: [InsertionMode] = []
    var head: NodeID?
    var form: NodeID?
    /// The context element of a fragment, which isn't part of the tree.
    var context: NodeID?
    var framesetMayFollow = true
    var isFosterParenting = false
    var skipsNewline = false
    var isOver = false
    /// How many more of the open elements may be looked at.
    var stepsLeft = HTMLLimits.steps
    var quirks = QuirksMode.none
    /// Text in a table that waits for the next token.
    var tableText: [TextRange] = []
    /// The number of open `p` elements, which saves most searches for one.
    var openParagraphs = 0
    /// The `selectedcontent` elements, filled at the end.
    var selectedContents: [NodeID] = []
    /// Gets each `meta` element, to find the document's encoding; returns whether to continue.
    let watchesEncoding: Bool
    var declaredEncoding: CharacterEncoding?

    init(_ source: SourceBytes, watchesEncoding: Bool = false) {
        tokenizer = HTMLTokenizer(source)
        self.watchesEncoding = watchesEncoding
        nodes.reserveCapacity(min(source.occurrences(of: UInt8(ascii: "<")) + 16, HTMLLimits.nodes))
        nodes.append(Node(kind: .document))
    }

    mutating func build() {
        while !isOver {
            let isInForeign = isInForeign
            process(tokenizer.next(allowsSections: isInForeign), isInForeign: isInForeign)
            if nodes.count >= HTMLLimits.nodes || stepsLeft <= 0 { isOver = true }
        }
        fillSelectedContents()
    }

    /// Whether the current node, or a fragment's context, is an SVG or MathML element.
    private var isInForeign: Bool {
        guard let current = adjustedCurrent else { return false }
        return nodes[current.index].namespace != .html
    }

    var adjustedCurrent: NodeID? {
        if open.count == 1, let context { return context }
        return open.last
    }

    private mutating func process(_ next: Token, isInForeign: Bool) {
        var token = next
        if skipsNewline {
            skipsNewline = false
            if case .text(let text) = token, byte(at: 0, of: text) == .newline {
                guard text.count > 1 else { return }
                token = .text(text.dropping(first: 1))
            }
        }
        if isInForeign, isForForeign(token) { return processInForeign(token) }
        while !processInMode(&token) {}
    }

    /// Handles the token; returns false if the new mode must handle it again.
    mutating func processInMode(_ token: inout Token) -> Bool {
        switch mode {
        case .initial: initial(&token)
        case .beforeHTML: beforeHTML(&token)
        case .beforeHead: beforeHead(&token)
        case .inHead: inHead(&token)
        case .inHeadNoscript: inHeadNoscript(&token)
        case .afterHead: afterHead(&token)
        case .inBody: inBody(token)
        case .text: text(token)
        case .inTable: inTable(token)
        case .inTableText: inTableText(token)
        case .inCaption: inCaption(token)
        case .inColumnGroup: inColumnGroup(&token)
        case .inTableBody: inTableBody(token)
        case .inRow: inRow(token)
        case .inCell: inCell(token)
        case .inTemplate: inTemplate(&token)
        case .afterBody: afterBody(&token)
        case .inFrameset: inFrameset(&token)
        case .afterFrameset: afterFrameset(&token)
        case .afterAfterBody: afterAfterBody(&token)
        case .afterAfterFrameset: afterAfterFrameset(&token)
        }
    }
}

/// The state of the tree builder (HTML Standard, 13.2.4.1).
enum InsertionMode {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead
    case inBody, text, inTable, inTableText, inCaption, inColumnGroup, inTableBody, inRow, inCell
    case inTemplate, afterBody, inFrameset, afterFrameset, afterAfterBody, afterAfterFrameset
}

/// The layout mode that a document's type selects.
enum QuirksMode: Sendable {
    case none, limited, full
}

extension TreeBuilder {
    /// Prepares for a fragment inside of an element such as `div` or `svg path` (HTML Standard, 13.4).
    mutating func startFragment(in name: String) {
        let words = name.split(separator: " ")
        let namespace: Namespace = words.count < 2 ? .html : words[0] == "svg" ? .svg : .mathML
        var node = Node(element: tokenizer.elementNames.number(of: Array((words.last ?? "div").utf8)))
        node.namespace = namespace
        let context = add(node)
        self.context = context
        insert(implied: .html)
        if namespace == .html {
            tokenizer.content = HTMLTokenizer.Content(of: node.tag)
            if node.tag == .template { templateModes.append(.inTemplate) }
            if node.tag == .form { form = context }
        }
        resetMode()
    }

    var current: NodeID { open.last ?? .document }

    func currentIs(_ tag: HTMLTag) -> Bool { isHTML(current, tag) }

    mutating func push(_ id: NodeID) {
        open.append(id)
        nodes[id.index].state.insert(.isOpen)
        if isHTML(id, .p) { openParagraphs += 1 }
    }

    @discardableResult
    mutating func pop() -> NodeID? {
        guard let id = open.popLast() else { return nil }
        close(id)
        return id
    }

    mutating func removeFromStack(at index: Int) { close(open.remove(at: index)) }

    private mutating func close(_ id: NodeID) {
        nodes[id.index].state.remove(.isOpen)
        if isHTML(id, .p) { openParagraphs -= 1 }
    }

    /// Closes the deepest element if the next one would exceed the depth limit.
    mutating func makeRoom() {
        guard open.count >= HTMLLimits.depth, let id = pop() else { return }
        if nodes[id.index].state.contains(.isFormatting) { removeFromFormatting(id) }
        guard nodes[id.index].namespace == .html else { return }
        switch nodes[id.index].tag {
        case .applet, .marquee, .object, .td, .th, .caption: clearFormattingToMarker()
        case .template:
            clearFormattingToMarker()
            templateModes.removeLast()
        default: break
        }
    }

    mutating func pop(through tag: HTMLTag) {
        while let id = pop(), !isHTML(id, tag) {}
    }

    mutating func popHeading() {
        while let id = pop(), !(nodes[id.index].namespace == .html && nodes[id.index].tag.isHeading) {}
    }

    mutating func pop(backTo tags: HTMLTag...) {
        while open.count > 1 {
            let node = nodes[current.index]
            if node.namespace == .html, node.tag == .html || node.tag == .template || tags.contains(node.tag) { return }
            pop()
        }
    }

    mutating func hasOpen(_ tag: HTMLTag) -> Bool {
        stepsLeft -= open.count
        return open.contains { isHTML($0, tag) }
    }

    // MARK: Scopes (HTML Standard, 13.2.4.2)

    mutating func isInScope(_ tag: HTMLTag) -> Bool { isInScope { $0 == tag } }

    mutating func isInScope(_ id: NodeID) -> Bool {
        for other in open.reversed() {
            stepsLeft -= 1
            if other == id { return true }
            if endsScope(nodes[other.index]) { return false }
        }
        return false
    }

    mutating func isInScope(where matches: (HTMLTag) -> Bool, or ends: (HTMLTag) -> Bool = { _ in false }) -> Bool {
        for id in open.reversed() {
            stepsLeft -= 1
            let node = nodes[id.index]
            if node.namespace == .html {
                if matches(node.tag) { return true }
                if ends(node.tag) { return false }
            }
            if endsScope(node) { return false }
        }
        return false
    }

    mutating func isInButtonScope(_ tag: HTMLTag) -> Bool {
        if tag == .p, openParagraphs == 0 { return false }
        return isInScope(where: { $0 == tag }, or: { $0 == .button })
    }

    mutating func isInListScope(_ tag: HTMLTag) -> Bool {
        isInScope(where: { $0 == tag }, or: { $0 == .ol || $0 == .ul })
    }

    mutating func isInTableScope(_ tag: HTMLTag) -> Bool {
        for id in open.reversed() where nodes[id.index].namespace == .html {
            stepsLeft -= 1
            if nodes[id.index].tag == tag { return true }
            if nodes[id.index].tag.endsTableScope { return false }
        }
        return false
    }

    private func endsScope(_ node: Node) -> Bool {
        switch node.namespace {
        case .html: return node.tag.endsScope
        case .svg: return node.tag == .foreignObject || node.tag == .desc || node.tag == .title
        case .mathML: return isTextPoint(node) || node.tag == .annotationXML
        }
    }

    // MARK: Implied end tags

    mutating func popImplied(except tag: HTMLTag = .unknown) {
        while let id = open.last, nodes[id.index].namespace == .html, nodes[id.index].tag != tag,
            nodes[id.index].tag.hasImpliedEnd
        {
            pop()
        }
    }

    mutating func popAllImplied() {
        while let id = open.last, nodes[id.index].namespace == .html, nodes[id.index].tag.hasImpliedEndInTemplate {
            pop()
        }
    }

    mutating func closeParagraph() {
        popImplied(except: .p)
        pop(through: .p)
    }

    mutating func closeParagraphInButtonScope() { if isInButtonScope(.p) { closeParagraph() } }

    /// Sets the mode that fits the open elements (HTML Standard, 13.2.4.1).
    mutating func resetMode() {
        for index in open.indices.reversed() {
            stepsLeft -= 1
            let isLast = index == 0
            let node = nodes[(isLast ? context ?? open[0] : open[index]).index]
            guard node.namespace == .html || isLast else { continue }
            if let found = mode(for: node, isLast: isLast) {
                mode = found
                return
            }
        }
        mode = .inBody
    }

    private func mode(for node: Node, isLast: Bool) -> InsertionMode? {
        guard node.namespace == .html else { return .inBody }
        switch node.tag {
        case .td where !isLast, .th where !isLast: return .inCell
        case .tr: return .inRow
        case .tbody, .thead, .tfoot: return .inTableBody
        case .caption: return .inCaption
        case .colgroup: return .inColumnGroup
        case .table: return .inTable
        case .template: return templateModes.last ?? .inBody
        case .head where !isLast: return .inHead
        case .body: return .inBody
        case .frameset: return .inFrameset
        case .html: return head == nil ? .beforeHead : .afterHead
        default: return isLast ? .inBody : nil
        }
    }
}
