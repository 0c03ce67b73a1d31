/// A document or a fragment as a tree in flat arrays (HTML Standard, 13.2).
///
/// Text and attributes are ranges of the source unless something had to be decoded.
///
/// What modules call for each node is public, so that they compile it into their own code.
public struct HTMLTree: Sendable {
    let source: [UInt8]
    /// Text that differs from the source.
    let buffer: [UInt8]
    let nodes: [Node]
    let attributes: [AttributeEntry]
    let elementNames: NameTable
    let attributeNames: NameTable
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
}
