import CLibXML2

/// The far end of libxml2's callbacks: gives it the document piece by piece, and passes on what it finds to the reader.
///
/// It lies still in memory for the one call of the parser during which it is used, and its address is the callbacks' context.
struct SAXEvents: ~Copyable {
    private(set) var failure: ParseFailure?
    private let context: xmlParserCtxtPtr
    private let library: LibXML2
    private let document: ArraySlice<UInt8>
    /// Where the part of the document begins that the parser hasn't got yet.
    private var position: Int
    /// How far that was when libxml2 last told of something.
    private var lastEvent: Int
    private var reader: FeedReader
    private var entities = Entities()

    init(of context: xmlParserCtxtPtr, _ library: LibXML2, reading document: ArraySlice<UInt8>, baseURL: String?) {
        self.context = context
        self.library = library
        self.document = document
        position = document.startIndex
        lastEvent = document.startIndex
        reader = FeedReader(document, baseURL: baseURL)
    }

    /// The line that the parser has come to.
    var line: Int { Int(library.xmlSAX2GetLineNumber(context)) }

    consuming func feed() -> ParsedFeed { reader.finished() }

    /// The handler for libxml2; what it leaves out, such as DTDs and parameter entities, stays unread.
    static var callbacks: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = {
            events, local, prefix, uri, namespaceCount, namespaces, count, defaulted, attributes in
            guard let local else { return }
            SAXEvents.at(events).pointee.start(
                SAXName(local: local, prefix: prefix, uri: uri),
                SAXAttributes(attributes, count: Int(count - defaulted)),
                SAXNamespaces(namespaces, count: Int(namespaceCount)))
        }
        handler.endElementNs = { events, local, prefix, uri in
            guard let local else { return }
            SAXEvents.at(events).pointee.end(SAXName(local: local, prefix: prefix, uri: uri))
        }
        handler.characters = { events, text, count in
            SAXEvents.at(events).pointee.characters(Bytes(start: text, count: Int(count)))
        }
        handler.cdataBlock = handler.characters
        handler.ignorableWhitespace = handler.characters
        handler.entityDecl = { events, name, type, _, _, content in
            guard type == Int32(XML_INTERNAL_GENERAL_ENTITY.rawValue), let name, let content else { return }
            SAXEvents.at(events).pointee.entities.declare(name.bytes, as: UnsafePointer(content).bytes)
        }
        handler.attributeDecl = { events, _, _, _, _, _, values in
            SAXEvents.at(events).pointee.library.xmlFreeEnumeration(values)
            SAXEvents.at(events).pointee.refuse("attributes declared in the document")
        }
        handler.getEntity = { events, name in
            name.flatMap { SAXEvents.at(events).pointee.entity(named: $0.bytes) }
        }
        // Called for entities that may be declared where we don't look.
        handler.reference = { events, name in
            let name = name.map { String(cString: $0) } ?? ""
            SAXEvents.at(events).pointee.refuse("Entity '\(name)' not defined")
        }
        handler.serror = { events, error in
            guard let error else { return }
            SAXEvents.at(events).pointee.report(error.pointee)
        }
        return handler
    }

    /// Gives the parser the next piece of the document; none is left once a tag has grown too many attributes.
    static func read(_ events: UnsafeMutableRawPointer?, into buffer: UnsafeMutablePointer<CChar>?, atMost room: Int32)
        -> Int32
    {
        at(events).pointee.read(into: buffer, atMost: Int(room))
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<SAXEvents> {
        guard let pointer else { preconditionFailure("libxml2 passes the context that it was given") }
        return pointer.assumingMemoryBound(to: SAXEvents.self)
    }

    private mutating func read(into buffer: UnsafeMutablePointer<CChar>?, atMost room: Int) -> Int32 {
        // libxml2 before 2.12 compares each attribute of a tag with each, and each namespace, so a million of them would take
        // it a day. Its tables, of five entries an attribute and two a namespace, tell of them while the tag is being read.
        if context.pointee.maxatts > 4 * 5 * Limits.attributes || context.pointee.nsNr > 2 * Limits.attributes {
            refuse(.tooLarge("more than \(Limits.attributes) attributes or namespaces in one element"))
        }
        // The table of names stops growing long before they do.
        if library.xmlDictSize(context.pointee.dict) > Limits.names {
            refuse(.tooLarge("more than \(Limits.names) names"))
        }
        // A tag, a comment or a section of text that does not end is held whole by libxml2, several times over.
        if position - lastEvent > Limits.text { refuse(.tooLarge(Limits.textInWords)) }
        guard failure == nil, let buffer else { return 0 }
        let piece = document[position...].prefix(room)
        UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: piece)
        position = piece.endIndex
        return Int32(piece.count)
    }

    private mutating func start(_ name: SAXName, _ attributes: SAXAttributes, _ namespaces: SAXNamespaces) {
        // What comes after a failure is nobody's.
        guard failure == nil else { return }
        lastEvent = position
        if context.pointee.nameNr > Limits.depth { return refuse("more than \(Limits.depth) levels of elements") }
        if context.pointee.nsNr > 2 * Limits.attributes {
            return refuse(.tooLarge("more than \(Limits.attributes) namespaces at once"))
        }
        reader.start(name, attributes, namespaces: namespaces, entities)
        stopIfRefused()
    }

    private mutating func end(_ name: SAXName) {
        guard failure == nil else { return }
        lastEvent = position
        reader.end(name)
        stopIfRefused()
    }

    private mutating func characters(_ text: Bytes) {
        guard failure == nil else { return }
        lastEvent = position
        reader.characters(text)
        stopIfRefused()
    }

    private mutating func entity(named name: Bytes) -> UnsafeMutablePointer<xmlEntity>? {
        // Between declarations libxml2 asks only to note how an entity was written.
        guard context.pointee.inSubset == 0 else { return nil }
        let isInAttribute = context.pointee.instate == XML_PARSER_ATTRIBUTE_VALUE
        let entity = entities.entity(named: name, inAttribute: isInAttribute)
        if entities.isExhausted { refuse(.tooLarge("more than \(Limits.entities >> 20) MB from entities")) }
        return entity
    }

    // Lesser errors, such as a prefix without a declaration, leave the document readable.
    private mutating func report(_ error: xmlError) {
        guard failure == nil, error.level == XML_ERR_FATAL else { return }
        let reason = error.message.map { String(cString: $0).collapsed.withoutOrigin } ?? "error \(error.code)"
        failure = .brokenXML(line: error.line > 0 ? Int(error.line) : line, reason: reason)
    }

    private mutating func stopIfRefused() {
        if let failure = reader.failure { refuse(failure) }
    }

    private mutating func refuse(_ reason: String) {
        refuse(.brokenXML(line: line, reason: reason))
    }

    private mutating func refuse(_ failure: ParseFailure) {
        guard self.failure == nil else { return }
        self.failure = failure
        // Not xmlStopParser, which takes away the buffer that libxml2 may be reading into.
        context.pointee.disableSAX = 1
        position = document.endIndex
    }
}

extension String {
    /// Without where in libxml2 something came to light: “internal error: xmlParseInternalSubset: ”.
    fileprivate var withoutOrigin: String {
        var words = self[...]
        if words.hasPrefix("internal error: ") { words = words.dropFirst("internal error: ".count) }
        if words.hasPrefix("xml"), let end = words.firstRange(of: ": "), words[..<end.lowerBound].allSatisfy(\.isLetter)
        {
            words = words[end.upperBound...]
        }
        return words.isEmpty ? self : String(words)
    }
}
