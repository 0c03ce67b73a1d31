/// A document or a fragment as a tree in flat arrays (HTML Standard, 13.2).
///
/// Text and attributes are ranges of the source unless something had to be decoded.
///
/// What modules call for each node is public, so that they compile it into their own code.
public struct HTMLTree: Sendable {
    let source: [UInt8]
    /// Text that differs from the source.
    var buffer: [UInt8]
    var nodes: [Node]
    let attributes: [AttributeEntry]
    let elementNames: HTMLNameTable
    let attributeNames: HTMLNameTable
    /// The parent of the outermost nodes: the document, or a stand-in for a fragment's context.
    public let root: NodeID

    /// Parses a document in any encoding.
    ///
    /// - Parameter label: the server's name for the encoding.
    package init(decoding page: [UInt8], labelledByServer label: String? = nil) {
        let encoding = EncodingSniffer.encoding(of: page, labelledByServer: label)
        let mark = EncodingSniffer.byteOrderMark(of: page)?.length ?? 0
        let text = PageDecoder.decode(mark == 0 ? page : Array(page.dropFirst(mark)), from: encoding)
        self.init(SourceText.normalised(text), context: nil)
    }

    /// Parses a document in UTF-8.
    package init(parsing bytes: [UInt8]) {
        self.init(SourceText.normalised(bytes), context: nil)
    }

    /// Parses a fragment as if it were inside the element `context`, such as `div`, `svg path` or `math mi`.
    package init(parsingFragment bytes: [UInt8], in context: String) {
        self.init(SourceText.normalised(bytes), context: context)
    }

    private init(_ source: [UInt8], context: String?) {
        self = source.withUnsafeBytes { bytes in
            var builder = TreeBuilder(SourceBytes(bytes))
            if let context { builder.startFragment(in: context) }
            builder.build()
            return HTMLTree(source, builder)
        }
    }

    private init(_ source: [UInt8], _ builder: consuming TreeBuilder) {
        self.source = source
        root = builder.context == nil ? .document : builder.open.first ?? .document
        buffer = builder.tokenizer.buffer
        nodes = builder.nodes
        attributes = builder.tokenizer.attributes
        elementNames = builder.tokenizer.elementNames
        attributeNames = builder.tokenizer.attributeNames
    }

    /// The encoding that a `meta` element names, found as browsers do if nothing else names one.
    static func declaredEncoding(in bytes: [UInt8]) -> CharacterEncoding? {
        bytes.withUnsafeBytes { bytes in
            var builder = TreeBuilder(SourceBytes(bytes), watchesEncoding: true)
            builder.build()
            return builder.declaredEncoding
        }
    }

    public func kind(of id: NodeID) -> NodeKind { nodes[id.index].kind }
    public func tag(of id: NodeID) -> HTMLTag { nodes[id.index].tag }
    public func namespace(of id: NodeID) -> Namespace { nodes[id.index].namespace }
    public func parent(of id: NodeID) -> NodeID? { nodes[id.index].parent.ifAny }
    public func firstChild(of id: NodeID) -> NodeID? {
        nodes[id.index].kind == .text ? nil : nodes[id.index].first.ifAny
    }
    public func nextSibling(of id: NodeID) -> NodeID? { nodes[id.index].next.ifAny }

    /// The node after `id` in document order; nil at the end of `root`.
    public func node(after id: NodeID, in root: NodeID) -> NodeID? {
        firstChild(of: id) ?? nodePast(id, in: root)
    }

    /// The node after `id` and its descendants.
    public func nodePast(_ id: NodeID, in root: NodeID) -> NodeID? {
        var id = id
        while id != root {
            if let next = nextSibling(of: id) { return next }
            guard let parent = parent(of: id) else { return nil }
            id = parent
        }
        return nil
    }

    /// The body; the whole document if it has none, as pages with frames.
    package var body: NodeID {
        var next = firstChild(of: root)
        while let id = next {
            if tag(of: id) == .body, kind(of: id) == .element { return id }
            next = tag(of: id) == .html && kind(of: id) == .element ? firstChild(of: id) : nextSibling(of: id)
        }
        return root
    }

    /// An element's name, spelt as in HTML, SVG or MathML.
    package func name(of id: NodeID) -> String { String(decoding: elementNames[nodes[id.index].name], as: UTF8.self) }

    /// The text of a text node, a comment or a processing instruction.
    package func text(of id: NodeID) -> String { String(decoding: bytes(of: nodes[id.index].text), as: UTF8.self) }

    /// The text of all text nodes inside a node, in document order.
    package func textContent(of root: NodeID) -> String {
        var text: [UInt8] = []
        var next: NodeID? = root
        while let id = next {
            if kind(of: id) == .text { text += bytes(of: nodes[id.index].text) }
            next = node(after: id, in: root)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The value of an element's attribute; nil if it has no such attribute.
    package func attribute(_ name: String, of id: NodeID) -> String? {
        guard let number = attributeNames.known(Array(name.utf8)) else { return nil }
        return value(of: number, of: id).map { String(decoding: $0, as: UTF8.self) }
    }

    func value(of attribute: UInt32, of id: NodeID) -> ArraySlice<UInt8>? {
        guard kind(of: id) == .element else { return nil }
        for index in nodes[id.index].attributes where attributes[index].name == attribute {
            return bytes(of: attributes[index].value)
        }
        return nil
    }

    func attributes(of id: NodeID) -> ArraySlice<AttributeEntry> {
        kind(of: id) == .element ? attributes[nodes[id.index].attributes] : []
    }

    func bytes(of text: TextRange) -> ArraySlice<UInt8> { text.isInBuffer ? buffer[text.range] : source[text.range] }
}

// For modules that read whole pages, and would be slow with a string for each text.
extension HTMLTree {
    /// The number of nodes, the document included.
    package var nodeCount: Int { nodes.count }

    /// The UTF-8 of a text node or a comment; empty for other nodes. The child of a script is one of those in a drawing.
    package func utf8(of id: NodeID) -> ArraySlice<UInt8> {
        switch kind(of: id) {
        case .text, .comment: bytes(of: nodes[id.index].text)
        default: []
        }
    }

    /// The UTF-8 of an attribute's value; nil if the element has no such attribute.
    package func utf8(_ attribute: Attribute, of id: NodeID) -> ArraySlice<UInt8>? {
        value(of: attribute.rawValue, of: id)
    }

    /// Reads the UTF-8 of a text node or a comment where it is, which takes much less time than a slice for short texts.
    public func withUTF8<Result>(of id: NodeID, _ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withBytes(of: nodes[id.index].text, read)
    }

    /// The value of an attribute; nil if the element has no such attribute.
    package func value(_ attribute: Attribute, of id: NodeID) -> String? {
        utf8(attribute, of: id).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Visits the attributes of an element that lede uses, in the order of the page.
    public func forEachAttribute(of id: NodeID, _ visit: (Attribute, UnsafeBufferPointer<UInt8>) -> Void) {
        guard kind(of: id) == .element else { return }
        for index in nodes[id.index].attributes {
            guard let attribute = Attribute(rawValue: attributes[index].name) else { continue }
            withBytes(of: attributes[index].value) { visit(attribute, $0) }
        }
    }

    private func withBytes<Result>(of text: TextRange, _ read: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if text.isInBuffer {
            buffer.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[text.range])) }
        } else {
            source.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[text.range])) }
        }
    }

    /// The HTML of a node with or without the node itself (HTML Standard, 13.3).
    package func html(of root: NodeID, withItself: Bool = true) -> String {
        var html: [UInt8] = []
        var current = root
        while true {
            if current != root || withItself { begin(current, &html) }
            if let child = firstChild(of: current) {
                current = child
                continue
            }
            if current != root || withItself { end(current, &html) }
            while current != root, nextSibling(of: current) == nil, let parent = parent(of: current) {
                current = parent
                if current != root || withItself { end(current, &html) }
            }
            guard current != root, let next = nextSibling(of: current) else { break }
            current = next
        }
        return String(decoding: html, as: UTF8.self)
    }

    private func begin(_ id: NodeID, _ html: inout [UInt8]) {
        let node = nodes[id.index]
        switch node.kind {
        case .document: break
        case .doctype:
            html += "<!DOCTYPE ".utf8
            html += bytes(of: attributes[node.attributes.lowerBound].value)
            html += ">".utf8
        case .comment:
            html += "<!--".utf8
            html += bytes(of: node.text)
            html += "-->".utf8
        case .instruction: writeInstruction(node, to: &html)
        case .text:
            if let parent = parent(of: id), namespace(of: parent) == .html, tag(of: parent).isRawText {
                html += bytes(of: node.text)
            } else {
                escape(bytes(of: node.text), isAttribute: false, &html)
            }
        case .element:
            html += "<".utf8
            html += elementNames[node.name]
            for attribute in attributes[node.attributes] {
                html += " ".utf8
                writeName(of: attribute, &html)
                html += "=\"".utf8
                escape(bytes(of: attribute.value), isAttribute: true, &html)
                html += "\"".utf8
            }
            html += ">".utf8
            // The parser drops the first newline in these, so a real one needs a second.
            if node.isHTML(.pre) || node.isHTML(.textarea) || node.isHTML(.listing), let child = firstChild(of: id),
                kind(of: child) == .text, bytes(of: nodes[child.index].text).first == .newline
            {
                html.append(.newline)
            }
        }
    }

    private func writeInstruction(_ node: Node, to output: inout [UInt8]) {
        output += "<?".utf8
        output += bytes(of: node.text)
        output += "?>".utf8
    }

    private func end(_ id: NodeID, _ html: inout [UInt8]) {
        let node = nodes[id.index]
        guard node.kind == .element, node.namespace != .html || !node.tag.isVoid else { return }
        html += "</".utf8
        html += elementNames[node.name]
        html += ">".utf8
    }

    /// Writes prefixes with their colon. `xmlns` needs none.
    private func writeName(of attribute: AttributeEntry, _ html: inout [UInt8]) {
        let name = attributeNames[attribute.name]
        if name.elementsEqual("xmlns xmlns".utf8) {
            html += "xmlns".utf8
        } else {
            html += name.lazy.map { $0 == .space ? UInt8(ascii: ":") : $0 }
        }
    }

    private func escape(_ text: ArraySlice<UInt8>, isAttribute: Bool, _ html: inout [UInt8]) {
        var index = text.startIndex
        while index < text.endIndex {
            switch text[index] {
            case UInt8(ascii: "&"): html += "&amp;".utf8
            case UInt8(ascii: "<"): html += "&lt;".utf8
            case UInt8(ascii: ">"): html += "&gt;".utf8
            case UInt8(ascii: "\"") where isAttribute: html += "&quot;".utf8
            case 0xC2 where index + 1 < text.endIndex && text[index + 1] == 0xA0:
                html += "&nbsp;".utf8
                index += 1
            default: html.append(text[index])
            }
            index += 1
        }
    }

    /// The tree as indented lines, in the format of html5lib's tests.
    package var outline: String {
        var lines: [UInt8] = []
        // Nodes still to be written, with their depths.
        var waiting: [(id: NodeID, depth: Int)] = []
        var next = firstChild(of: root).map { (id: $0, depth: 0) }
        while let (id, depth) = next ?? waiting.popLast() {
            next = nil
            if let sibling = nextSibling(of: id) { waiting.append((sibling, depth)) }
            var indent = "| " + String(repeating: "  ", count: depth)
            lines += indent.utf8
            write(id, indent: indent, to: &lines)
            lines.append(.newline)
            guard kind(of: id) == .element else { continue }
            var childDepth = depth + 1
            if tag(of: id) == .template, namespace(of: id) == .html {
                indent += "  "
                lines += "\(indent)content\n".utf8
                childDepth += 1
            }
            next = firstChild(of: id).map { ($0, childDepth) }
        }
        return String(decoding: lines.dropLast(), as: UTF8.self)
    }

    private func write(_ id: NodeID, indent: String, to lines: inout [UInt8]) {
        let node = nodes[id.index]
        switch node.kind {
        case .document: break
        case .text: lines += quoted(node.text)
        case .instruction: writeInstruction(node, to: &lines)
        case .comment: lines += Array("<!-- ".utf8) + bytes(of: node.text) + Array(" -->".utf8)
        case .doctype:
            let parts = attributes[node.attributes].map(\.value)
            lines += Array("<!DOCTYPE ".utf8) + bytes(of: parts[0])
            if !parts[1].isEmpty || !parts[2].isEmpty {
                lines += Array(" ".utf8) + quoted(parts[1]) + Array(" ".utf8) + quoted(parts[2])
            }
            lines += ">".utf8
        case .element:
            let prefix = ["<", "<svg ", "<math "][Int(node.namespace.rawValue)]
            lines += Array(prefix.utf8) + elementNames[node.name] + Array(">".utf8)
            let sorted = attributes[node.attributes].map { (Array(attributeNames[$0.name]), $0.value) }
                .sorted { $0.0.lexicographicallyPrecedes($1.0) }
            for (name, value) in sorted {
                lines += Array("\n\(indent)  ".utf8) + name + Array("=".utf8) + quoted(value)
            }
        }
    }

    private func quoted(_ text: TextRange) -> [UInt8] { Array("\"".utf8) + bytes(of: text) + Array("\"".utf8) }
}

/// How much of a document is read. The rest is left out, and the tree so far stays usable.
enum HTMLLimits {
    static let bytes = 16 << 20 - 1
    /// Elements, texts and comments together.
    static let nodes = 2_000_000
    /// The depth of open elements. A deeper element becomes a sibling of the deepest one.
    static let depth = 512
    /// How often the parser looks at an open element: at 64 for each of a million tags. The rest of the page is left out.
    static let steps = 64 << 20
    /// The number of different element names in a stream of tags. A tree keeps all names.
    static let namesOfStream = 10_000
    static let attributesOfElement = 512
    static let attributes = 2_000_000
    /// Formatting elements to reopen in each paragraph, so that a page can't create thousands of elements with one tag.
    static let formattingElements = 48
    /// The steps that an XPath may take, apart from those for each node.
    static let stepsOfPath = 100_000
    static let stepsOfPathForNode = 16
}
