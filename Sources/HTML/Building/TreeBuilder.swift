/// Builds the tree of a document or of a fragment from its tokens (HTML Standard, 13.2.6).
struct TreeBuilder: ~Copyable {
    var tokenizer: Tokenizer
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
        tokenizer = Tokenizer(source)
        self.watchesEncoding = watchesEncoding
        nodes.reserveCapacity(min(source.occurrences(of: UInt8(ascii: "<")) + 16, Limits.nodes))
        nodes.append(Node(kind: .document))
    }

    mutating func build() {
        while !isOver {
            let isInForeign = isInForeign
            process(tokenizer.next(allowsSections: isInForeign), isInForeign: isInForeign)
            if nodes.count >= Limits.nodes { isOver = true }
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
