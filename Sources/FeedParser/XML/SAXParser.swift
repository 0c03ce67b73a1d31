import CLibXML2

/// Drives libxml2 over a document in memory.
///
/// It never opens a file or a connection: no external subset, no external entity, no entity that the document declares.
struct SAXParser: ~Copyable {
    private let context: xmlParserCtxtPtr

    init() {
        _ = Self.library
        guard let context = xmlNewParserCtxt() else {
            preconditionFailure("libxml2 makes a parser as long as there is memory")
        }
        self.context = context
    }

    deinit { xmlFreeParserCtxt(context) }

    /// Tells `reader` of every element and text, until the document ends, breaks or is refused by the reader.
    func parse(_ document: [UInt8], encoding: DocumentEncoding, reader: XMLFeedReader) throws(ParseFailure) {
        // Neither NOENT nor DTDLOAD nor HUGE: libxml2's limits on depth, text and entities stay in force.
        var options = Int32(bitPattern: XML_PARSE_NONET.rawValue)
        var encodingName: String?
        if case .named(let name) = encoding {
            guard Self.knows(name) else { throw .unknownEncoding(name) }
            encodingName = name
            options |= Int32(bitPattern: XML_PARSE_IGNORE_ENC.rawValue)
        }

        let events = SAXEvents(of: context, reader: reader)
        let pointer = Unmanaged.passUnretained(events).toOpaque()
        context.pointee.sax.pointee = SAXEvents.callbacks
        context.pointee.userData = pointer
        // Failures of iconv know no parser context and would be printed.
        xmlSetStructuredErrorFunc(pointer, SAXEvents.callbacks.serror)
        defer { xmlSetStructuredErrorFunc(nil, nil) }

        withExtendedLifetime(events) {
            document.withUnsafeBytes { bytes in
                let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                // With an own SAX handler a tree comes only from a document that declares entities.
                xmlFreeDoc(xmlCtxtReadMemory(context, start, Int32(bytes.count), nil, encodingName, options))
            }
        }
        if let failure = events.failure { throw failure }
        guard context.pointee.wellFormed == 1 else {
            throw .brokenXML(line: events.line, reason: "the document is not well-formed")
        }
    }

    // A static constant is made once, however many threads ask for it at once.
    private static let library: Void = xmlInitParser()

    private static func knows(_ encoding: String) -> Bool {
        guard let handler = xmlFindCharEncodingHandler(encoding) else { return false }
        xmlCharEncCloseFunc(handler)
        return true
    }
}
