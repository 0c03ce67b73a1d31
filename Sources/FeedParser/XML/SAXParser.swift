import CLibXML2

/// Runs libxml2 over a document in memory, in one pass.
///
/// It never opens a file or a connection: it uses no external subset, no external entity, and only the entities in
/// `Entities`.
struct SAXParser: ~Copyable {
    private let library: LibXML2
    private let context: xmlParserCtxtPtr

    // A parameter, so that nothing here throws: debug builds may run the deinit of an init that throws.
    init(_ library: LibXML2) {
        guard let context = library.xmlNewParserCtxt() else {
            preconditionFailure("libxml2 makes a parser as long as there is memory")
        }
        self.library = library
        self.context = context
    }

    deinit { library.xmlFreeParserCtxt(context) }

    /// Reads the feed in a UTF-8 document, whatever its XML declaration says.
    func read(_ document: ArraySlice<UInt8>, baseURL: String?) throws(ParseFailure) -> ParsedFeed {
        var events = SAXEvents(of: context, library, reading: document, baseURL: baseURL)
        withUnsafeMutablePointer(to: &events) { events in
            context.pointee.sax.pointee = SAXEvents.callbacks
            context.pointee.userData = UnsafeMutableRawPointer(events)
            // Neither NOENT nor DTDLOAD. HUGE lifts limits by which one long article would make a whole feed fail;
            // `Limits` has the ones in force.
            let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_HUGE.rawValue
            // With our own SAX handler, a tree is only built for a document that declares entities.
            library.xmlFreeDoc(
                library.xmlCtxtReadIO(
                    context, { SAXEvents.read($0, into: $1, atMost: $2) }, nil, events, nil, nil,
                    Int32(bitPattern: options)))
        }
        if let failure = events.failure { throw failure }
        guard context.pointee.wellFormed == 1 else {
            throw .brokenXML(line: events.line, reason: "the document isn't well-formed")
        }
        return events.feed()
    }
}
