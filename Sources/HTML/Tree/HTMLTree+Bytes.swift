// For modules that read whole pages, and would be slow with a string for each text.
extension HTMLTree {
    /// The number of nodes, the document included.
    package var nodeCount: Int { nodes.count }

    /// The UTF-8 of a text node or a comment.
    package func utf8(of id: NodeID) -> ArraySlice<UInt8> { bytes(of: nodes[id.index].text) }

    /// The UTF-8 of an attribute's value; nil if the element has no such attribute.
    package func utf8(_ attribute: Attribute, of id: NodeID) -> ArraySlice<UInt8>? {
        value(of: attribute.rawValue, of: id)
    }

    /// The value of an attribute; nil if the element has no such attribute.
    package func value(_ attribute: Attribute, of id: NodeID) -> String? {
        utf8(attribute, of: id).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Visits the attributes of an element that lede uses, in the order of the page.
    package func forEachAttribute(of id: NodeID, _ visit: (Attribute, ArraySlice<UInt8>) -> Void) {
        guard kind(of: id) == .element else { return }
        for index in nodes[id.index].attributes {
            guard let attribute = Attribute(rawValue: attributes[index].name) else { continue }
            visit(attribute, bytes(of: attributes[index].value))
        }
    }
}
