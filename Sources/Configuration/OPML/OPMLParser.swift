import CLibXML2

/// Drives libxml2 over a list of subscriptions, and stops it where the list is larger than any that people have.
///
/// It lies still in memory for the one call of libxml2 during which it is used, and its address is the callbacks' context. No
/// other file is opened, and no entity but XML's own is known.
struct OPMLParser: ~Copyable {
    /// The same as for feeds (`Limits` in FeedParser, which is another ground room).
    private static let longestDocument = 32 << 20
    private static let mostAttributes = 256
    private static let mostNames = 20_000

    private let library: LibXML2
    private let context: xmlParserCtxtPtr
    private let document: [UInt8]
    /// Where the part of the document begins that libxml2 hasn't got yet.
    private var position = 0
    private var depth = 0
    private var list = OPML()
    private var failure: OPML.Failure?

    private init(_ context: xmlParserCtxtPtr, _ library: LibXML2, reading document: [UInt8]) {
        self.context = context
        self.library = library
        self.document = document
    }

    static func read(_ document: [UInt8]) throws(OPML.Failure) -> OPML {
        guard document.count <= longestDocument else {
            throw OPML.Failure(line: 1, description: "the file is larger than \(longestDocument >> 20) MB")
        }
        let library = try LibXML2.loaded.get()
        guard let context = library.xmlNewParserCtxt() else {
            preconditionFailure("libxml2 makes a parser as long as there is memory")
        }
        defer { library.xmlFreeParserCtxt(context) }
        var parser = OPMLParser(context, library, reading: document)
        withUnsafeMutablePointer(to: &parser) { parser in
            context.pointee.sax.pointee = callbacks
            context.pointee.userData = UnsafeMutableRawPointer(parser)
            // NOENT has values come without references. Without HUGE libxml2 keeps to limits of its own for depth and text.
            let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
            library.xmlFreeDoc(
                library.xmlCtxtReadIO(
                    context, { OPMLParser.at($0).pointee.read(into: $1, atMost: Int($2)) }, nil, parser, nil, nil,
                    Int32(bitPattern: options)))
        }
        if let failure = parser.failure { throw failure }
        guard context.pointee.wellFormed == 1 else {
            throw OPML.Failure(line: parser.line, description: "invalid XML: no reason given")
        }
        return parser.list
    }

    private static var callbacks: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { parser, name, _, _, _, _, count, defaulted, attributes in
            guard let name else { return }
            OPMLParser.at(parser).pointee.start(
                String(cString: name), XMLAttributes(attributes, count: Int(count - defaulted)))
        }
        handler.endElementNs = { parser, _, _, _ in OPMLParser.at(parser).pointee.depth -= 1 }
        handler.attributeDecl = { parser, _, _, _, _, _, values in
            OPMLParser.at(parser).pointee.library.xmlFreeEnumeration(values)
            OPMLParser.at(parser).pointee.refuse("invalid XML: attributes declared in the document")
        }
        handler.serror = { parser, error in
            guard let error else { return }
            OPMLParser.at(parser).pointee.report(error.pointee)
        }
        return handler
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<OPMLParser> {
        guard let pointer else { preconditionFailure("libxml2 passes the context that it was given") }
        return pointer.assumingMemoryBound(to: OPMLParser.self)
    }

    /// The line that libxml2 has come to.
    private var line: Int { Int(library.xmlSAX2GetLineNumber(context)) }

    private mutating func read(into buffer: UnsafeMutablePointer<CChar>?, atMost room: Int) -> Int32 {
        // libxml2 before 2.12 compares each attribute of a tag with each, and each namespace. Its tables, of five entries an
        // attribute and two a namespace, tell of them while the tag is being read.
        if context.pointee.maxatts > 4 * 5 * Self.mostAttributes || context.pointee.nsNr > 2 * Self.mostAttributes {
            refuse("more than \(Self.mostAttributes) attributes or namespaces in one element")
        }
        if library.xmlDictSize(context.pointee.dict) > Self.mostNames {
            refuse("more than \(Self.mostNames) names")
        }
        guard failure == nil, let buffer else { return 0 }
        let piece = document[position...].prefix(room)
        UnsafeMutableRawBufferPointer(start: buffer, count: room).copyBytes(from: piece)
        position = piece.endIndex
        return Int32(piece.count)
    }

    private mutating func start(_ name: String, _ attributes: XMLAttributes) {
        guard failure == nil else { return }
        if !list.start(name, attributes, depth: depth) {
            refuse("not an OPML file: it begins with <\(name)>")
        }
        depth += 1
    }

    // Lesser errors, such as a prefix without a declaration, leave the document readable.
    private mutating func report(_ error: xmlError) {
        guard failure == nil, error.level == XML_ERR_FATAL else { return }
        let reason = error.message.map { String(cString: $0).prefix { $0 != "\n" } } ?? "error \(error.code)"
        refuse("invalid XML: \(reason)", at: error.line > 0 ? Int(error.line) : line)
    }

    private mutating func refuse(_ reason: String, at line: Int? = nil) {
        guard failure == nil else { return }
        failure = OPML.Failure(line: line ?? self.line, description: reason)
        // Not xmlStopParser, which takes away the buffer that libxml2 may be reading into.
        context.pointee.disableSAX = 1
        position = document.endIndex
    }
}

extension LibXML2 {
    /// The library, loaded when it is first asked for, which takes milliseconds.
    fileprivate static let loaded: Result<LibXML2, OPML.Failure> = {
        var library = LibXML2()
        if let reason = lede_xml_load(&library) {
            let description = "can't load libxml2, which reads OPML: \(String(cString: reason))"
            return .failure(OPML.Failure(line: 1, description: description))
        }
        library.xmlInitParser()
        return .success(library)
    }()
}
