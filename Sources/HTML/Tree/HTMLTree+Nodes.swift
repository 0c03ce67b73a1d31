extension HTMLTree {
    public func kind(of id: NodeID) -> NodeKind { nodes[id.index].kind }
    public func tag(of id: NodeID) -> Tag { nodes[id.index].tag }
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

    /// An element's name, spelt as in HTML, SVG or MathML.
    package func name(of id: NodeID) -> String { String(decoding: elementNames[nodes[id.index].name], as: UTF8.self) }

    /// The text of a text node or a comment.
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
