import CLibXML2

/// Drives libxml2 over a document in memory, in one pass.
///
/// It never opens a file or a connection: no external subset, no external entity, and no entity but those of `Entities`.
struct SAXParser: ~Copyable {
    private let library: LibXML2
    private let context: xmlParserCtxtPtr

    // It takes the library and throws nothing itself: of an init that throws, debug builds may run the deinit.
    init(_ library: LibXML2) {
        guard let context = library.xmlNewParserCtxt() else {
            preconditionFailure("libxml2 makes a parser as long as there is memory")
        }
        self.library = library
        self.context = context
    }

    deinit { library.xmlFreeParserCtxt(context) }

    /// The feed in a document that is UTF-8, whatever its XML declaration says.
    func read(_ document: ArraySlice<UInt8>, baseURL: String?) throws(ParseFailure) -> ParsedFeed {
        var events = SAXEvents(of: context, library, reading: document, baseURL: baseURL)
        withUnsafeMutablePointer(to: &events) { events in
            context.pointee.sax.pointee = SAXEvents.callbacks
            context.pointee.userData = UnsafeMutableRawPointer(events)
            // Neither NOENT nor DTDLOAD. HUGE lifts limits that would let a whole feed fail for one long article; those in
            // force are in `Limits`.
            let options = XML_PARSE_NONET.rawValue | XML_PARSE_IGNORE_ENC.rawValue | XML_PARSE_HUGE.rawValue
            // With an own SAX handler a tree comes only from a document that declares entities.
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
