import CLibXML2

/// libxml2's pass over a document without using it: the limit for any parser built on it.
enum BareScan {
    static func run(over document: [UInt8]) {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { _, _, _, _, _, _, _, _, _ in }
        handler.endElementNs = { _, _, _, _ in }
        handler.characters = { _, _, _ in }
        handler.cdataBlock = handler.characters
        handler.ignorableWhitespace = handler.characters
        guard let context = xmlNewParserCtxt() else { return }
        defer { xmlFreeParserCtxt(context) }
        context.pointee.sax.pointee = handler
        document.withUnsafeBytes { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            _ = xmlCtxtReadMemory(
                context, start, Int32(bytes.count), nil, nil, Int32(bitPattern: XML_PARSE_NONET.rawValue))
        }
        precondition(context.pointee.wellFormed == 1, "the generated feeds are well-formed")
    }
}
