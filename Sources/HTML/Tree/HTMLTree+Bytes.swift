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
}
