import CLibXML2
import System

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
            // `FeedLimits` has the ones in force.
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

/// The context of libxml2's callbacks. It feeds the document piece by piece, and passes events to the reader.
///
/// It stays in place in memory for the single call of the parser that uses it, because its address is the callbacks'
/// context.
private struct SAXEvents: ~Copyable {
    private(set) var failure: ParseFailure?
    private let context: xmlParserCtxtPtr
    private let library: LibXML2
    private let document: ArraySlice<UInt8>
    /// The start of the part of the document that the parser hasn't got yet.
    private var position: Int
    /// The value of `position` at libxml2's last event.
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

    /// The parser's current line.
    var line: Int { Int(library.xmlSAX2GetLineNumber(context)) }

    consuming func feed() -> ParsedFeed { reader.finished() }

    /// The handler for libxml2. Everything else, such as DTDs and parameter entities, stays unread.
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
            SAXEvents.at(events).pointee.characters(UTF8Bytes(start: text, count: Int(count)))
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
        // Called for entities that may be declared in unread files.
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

    /// Gives the parser the next piece of the document; none if a tag has too many attributes.
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
        // libxml2 before 2.12 compares each attribute of a tag with every other, and each namespace, so a million would
        // take a day. Its tables, with five entries per attribute and two per namespace, grow while it reads the tag.
        if context.pointee.maxatts > 4 * 5 * FeedLimits.attributes || context.pointee.nsNr > 2 * FeedLimits.attributes {
            refuse("more than \(FeedLimits.attributes) attributes or namespaces in one element")
        }
        // The table of names is far below this in real documents.
        if library.xmlDictSize(context.pointee.dict) > FeedLimits.names {
            refuse(.tooLarge("more than \(FeedLimits.names) names"))
        }
        // libxml2 holds an unfinished tag, comment or section of text in memory, several times over.
        if position - lastEvent > FeedLimits.text { refuse(.tooLarge(FeedLimits.textInWords)) }
        guard failure == nil, let buffer else { return 0 }
        let piece = document[position...].prefix(room)
        UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: piece)
        position = piece.endIndex
        return Int32(piece.count)
    }

    private mutating func start(_ name: SAXName, _ attributes: SAXAttributes, _ namespaces: SAXNamespaces) {
        // Events after a failure are ignored.
        guard failure == nil else { return }
        lastEvent = position
        if context.pointee.nameNr > FeedLimits.depth {
            return refuse("more than \(FeedLimits.depth) levels of elements")
        }
        if context.pointee.nsNr > 2 * FeedLimits.attributes {
            return refuse("more than \(FeedLimits.attributes) namespaces at once")
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

    private mutating func characters(_ text: UTF8Bytes) {
        guard failure == nil else { return }
        lastEvent = position
        reader.characters(text)
        stopIfRefused()
    }

    private mutating func entity(named name: UTF8Bytes) -> UnsafeMutablePointer<xmlEntity>? {
        // Between declarations, libxml2 only asks in order to record how an entity was written.
        guard context.pointee.inSubset == 0 else { return nil }
        let isInAttribute = context.pointee.instate == XML_PARSER_ATTRIBUTE_VALUE
        let entity = entities.entity(named: name, inAttribute: isInAttribute)
        if entities.isExhausted { refuse(.tooLarge("more than \(FeedLimits.entities >> 20) MB from entities")) }
        return entity
    }

    // After lesser errors, such as an undeclared prefix, the document stays readable.
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
        // Not xmlStopParser, which frees the buffer that libxml2 may be reading into.
        context.pointee.disableSAX = 1
        position = document.endIndex
    }
}

extension String {
    /// The message without its source in libxml2: “internal error: xmlParseInternalSubset: ”.
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

/// An attribute in libxml2's memory.
struct SAXAttribute {
    let local: UTF8Bytes
    let prefix: UnsafePointer<xmlChar>?
    let uri: UnsafePointer<xmlChar>?
    /// With ampersands and entities still as references.
    let value: UTF8Bytes

    /// Whether it is `xml:base`, whose prefix is reserved.
    var isBase: Bool { prefix.map { $0.bytes == "xml" } == true && local == "base" }
}

/// The attributes that libxml2 reports with a start tag, in five pointers each: local name, prefix, URI, start and end
/// of the value.
struct SAXAttributes: Sequence, IteratorProtocol {
    private var pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    private var left: Int

    init(_ first: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        pointers = first
        left = first == nil ? 0 : count
    }

    mutating func next() -> SAXAttribute? {
        guard left > 0, let attribute = pointers, let local = attribute[0], let start = attribute[3],
            let end = attribute[4]
        else { return nil }
        left -= 1
        pointers = attribute + 5
        return SAXAttribute(
            local: local.bytes, prefix: attribute[1], uri: attribute[2],
            value: UTF8Bytes(start: start, count: end - start))
    }
}

/// The namespaces that libxml2 reports with a start tag, in two pointers each: prefix and URI.
struct SAXNamespaces: Sequence, IteratorProtocol {
    private var pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    private var left: Int

    init(_ first: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        pointers = first
        left = first == nil ? 0 : count
    }

    mutating func next() -> String? {
        guard left > 0, let namespace = pointers else { return nil }
        left -= 1
        pointers = namespace + 2
        return namespace[1]?.address ?? ""
    }
}

/// An element's name as libxml2 reports it: pointers into its table, which has each name once.
struct SAXName {
    let local: UnsafePointer<xmlChar>
    let prefix: UnsafePointer<xmlChar>?
    let uri: UnsafePointer<xmlChar>?
}

extension UnsafePointer<xmlChar> {
    /// The bytes of a C string.
    var bytes: UTF8Bytes { UTF8Bytes(start: self, count: lede_xml_length(self)) }

    /// A namespace's URI; empty if it is longer than any known one.
    var address: String { bytes.count <= 200 ? String(bytes) : "" }
}

extension LibXML2 {
    /// The library, loaded at the first use, which takes milliseconds.
    static let loaded: Result<LibXML2, ParseFailure> = {
        var library = LibXML2()
        if let reason = lede_xml_load(&library) { return .failure(.noLibrary(String(cString: reason))) }
        library.xmlInitParser()
        return .success(library)
    }()
}
