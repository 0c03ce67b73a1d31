import CLibXML2

/// The feeds in another reader's list of subscriptions (OPML).
package struct OPML: Equatable, Sendable {
    /// The reason why a document isn't OPML.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let line: Int
        package let description: String
    }

    /// In the order of the document, each once.
    package private(set) var feeds: [NewFeed] = []
    /// URLs of other kinds: a list from outside must not make lede read a file or run a command.
    package private(set) var refused: [String] = []

    private var isOPML = false
    private var folders = OPMLFolders()
    private var places: [String: Int] = [:]

    package init(_ document: [UInt8]) throws(Failure) {
        guard !document.isEmpty else { throw Failure(line: 1, description: "the file is empty") }
        self = try OPMLParser.read(document)
    }

    /// Creates an empty list.
    init() {}

    package static func == (one: OPML, other: OPML) -> Bool {
        one.feeds == other.feeds && one.refused == other.refused
    }

    /// Reads an element at this depth; returns false if the document isn't OPML.
    mutating func start(_ name: String, _ attributes: XMLAttributes, depth: Int) -> Bool {
        isOPML = isOPML || name == "opml"
        if name == "outline", isOPML { add(attributes, depth: depth) }
        return isOPML
    }

    private mutating func add(_ attributes: XMLAttributes, depth: Int) {
        folders.leave(to: depth)
        guard let text = Self.names.lazy.compactMap({ attributes[$0] }).first else {
            folders.enter(attributes["text"] ?? attributes["title"] ?? "", at: depth)
            return
        }
        guard let address = Address(fromOutside: text) else {
            refused.append(text)
            return
        }
        if let place = places[address.url] {
            // A feed has only one group; its other folders become tags.
            feeds[place].tag(folders.group?.path)
        } else {
            places[address.url] = feeds.count
            feeds.append(NewFeed(address, attributes, in: folders.group))
        }
    }

    /// The names of the attribute with the URL: the standard's, and those that some readers use.
    private static let names = ["xmlUrl", "xmlurl", "xmlURL", "XMLURL"]
}

/// The outlines that contain others.
private struct OPMLFolders {
    private var folders: [(names: [String], depth: Int)] = []

    mutating func leave(to depth: Int) {
        while let last = folders.last, last.depth >= depth { folders.removeLast() }
    }

    mutating func enter(_ name: String, at depth: Int) {
        // Readers without nesting write “News/Politics”.
        let names = String(name.prefix(200)).oneLine.split(separator: "/").map { String($0).trimmed }
        let path = (folders.last?.names ?? []) + names.filter { !$0.isEmpty }
        folders.append((Array(path.prefix(FeedGroup.deepest)), depth))
    }

    var group: FeedGroup? { folders.last.flatMap { FeedGroup($0.names) } }
}

extension NewFeed {
    fileprivate init(_ address: Address, _ attributes: XMLAttributes, in group: FeedGroup?) {
        let title = [attributes["title"], attributes["text"]].compactMap { $0?.trimmed }.first { !$0.isEmpty }
        self.init(address, title: title == address.url ? nil : title, group: group)
        isHidden = attributes.value(of: "hidden", in: OPMLDocument.namespace) == "true"
        // Paths separated by commas (OPML 2.0).
        for category in (attributes["category"] ?? "").split(separator: ",") {
            let names = category.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
            if !names.isEmpty { tag(names.joined(separator: "/")) }
        }
    }

    fileprivate mutating func tag(_ tag: String?) {
        if let tag, tag != group?.path, !tags.contains(tag), tags.count < 100 { tags.append(tag) }
    }
}

/// Runs libxml2 over a list of subscriptions, and stops it if the list is larger than any real one.
///
/// It stays in place in memory for the single call of libxml2 that uses it, because its address is the callbacks'
/// context. libxml2 opens no other file and knows only XML's own entities.
private struct OPMLParser: ~Copyable {
    /// The same as for feeds (`FeedLimits` in FeedParser, which this module can't import).
    private static let longestDocument = 32 << 20
    private static let mostAttributes = 256
    private static let mostNames = 20_000

    private let library: LibXML2
    private let context: xmlParserCtxtPtr
    private let document: [UInt8]
    /// The start of the part of the document that libxml2 hasn't got yet.
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
            // NOENT delivers values without references. Without HUGE, libxml2 limits depth and text itself.
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

    /// The current line in libxml2.
    private var line: Int { Int(library.xmlSAX2GetLineNumber(context)) }

    private mutating func read(into buffer: UnsafeMutablePointer<CChar>?, atMost room: Int) -> Int32 {
        // libxml2 before 2.12 compares each attribute of a tag with every other, and each namespace. Its tables, with
        // five entries per attribute and two per namespace, grow while it reads the tag.
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

    // After lesser errors, such as an undeclared prefix, the document stays readable.
    private mutating func report(_ error: xmlError) {
        guard failure == nil, error.level == XML_ERR_FATAL else { return }
        let reason = error.message.map { String(cString: $0).prefix { $0 != "\n" } } ?? "error \(error.code)"
        refuse("invalid XML: \(reason)", at: error.line > 0 ? Int(error.line) : line)
    }

    private mutating func refuse(_ reason: String, at line: Int? = nil) {
        guard failure == nil else { return }
        failure = OPML.Failure(line: line ?? self.line, description: reason)
        // Not xmlStopParser, which frees the buffer that libxml2 may be reading into.
        context.pointee.disableSAX = 1
        position = document.endIndex
    }
}

extension LibXML2 {
    /// The library, loaded at the first use, which takes milliseconds.
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

/// The attributes of an element as libxml2 reports them, with five pointers each: local name, prefix, URI, start and
/// end of the value. They are valid only during its callback.
struct XMLAttributes {
    private let pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    private let count: Int

    init(_ first: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int) {
        pointers = first
        self.count = count
    }

    /// Returns the value of an attribute without a namespace.
    subscript(name: String) -> String? { value(of: name, in: nil) }

    func value(of name: String, in namespace: String?) -> String? {
        guard let pointers else { return nil }
        for index in 0..<count {
            let attribute = pointers + 5 * index
            guard let local = attribute[0], String(cString: local) == name,
                attribute[2].map({ String(cString: $0) }) == namespace, let start = attribute[3],
                let end = attribute[4]
            else { continue }
            return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
        }
        return nil
    }
}

/// A list of subscriptions for other readers (OPML 2.0).
package struct OPMLDocument: Sendable {
    package struct Feed: Equatable, Sendable {
        package var url: String
        package var title: String
        package var site: String?
        package var tags: [String]
        package var group: FeedGroup?
        package var isHidden: Bool

        package init(
            url: String, title: String, site: String? = nil, tags: [String] = [], group: FeedGroup? = nil,
            isHidden: Bool = false
        ) {
            self.url = url
            self.title = title
            self.site = site
            self.tags = tags
            self.group = group
            self.isHidden = isHidden
        }
    }

    private struct Folder {
        var feeds: [Feed] = []
        var names: [String] = []
        var folders: [String: Folder] = [:]

        mutating func add(_ feed: Feed, in path: ArraySlice<String>) {
            guard let name = path.first else { return feeds.append(feed) }
            if folders[name] == nil { names.append(name) }
            folders[name, default: Folder()].add(feed, in: path.dropFirst())
        }
    }

    private var body = Folder()
    private let hidesFeeds: Bool
    private let date: String

    /// `date` is the date of the list in the format of mail (RFC 822).
    package init(_ feeds: [Feed], date: String) {
        self.date = date
        hidesFeeds = feeds.contains(where: \.isHidden)
        for feed in feeds { body.add(feed, in: (feed.group?.names ?? [])[...]) }
    }

    /// Data that OPML lacks is in lede's own namespace, which other readers ignore.
    static let namespace = "urn:lede:opml"

    package var text: String {
        var lines = [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
            "<opml version=\"2.0\"\(hidesFeeds ? Self.attribute("xmlns:lede", Self.namespace) : "")>", "<head>",
            "  <title>Feeds from lede</title>", "  <dateCreated>\(date)</dateCreated>", "</head>", "<body>"
        ]
        Self.write(body, to: &lines, indent: "  ")
        lines += ["</body>", "</opml>"]
        return lines.joined(separator: "\n")
    }

    private static func write(_ folder: Folder, to lines: inout [String], indent: String) {
        for feed in folder.feeds { lines.append("\(indent)<outline\(attributes(of: feed))/>") }
        for name in folder.names {
            lines.append("\(indent)<outline\(attribute("text", name))\(attribute("title", name))>")
            if let folder = folder.folders[name] { write(folder, to: &lines, indent: indent + "  ") }
            lines.append("\(indent)</outline>")
        }
    }

    private static func attributes(of feed: Feed) -> String {
        // A comma would separate tags.
        let tags = feed.tags.map { $0.replacing(",", with: " ") }.joined(separator: ",")
        return attribute("type", "rss") + attribute("text", feed.title) + attribute("title", feed.title)
            + attribute("xmlUrl", feed.url) + (feed.site.map { attribute("htmlUrl", $0) } ?? "")
            + (tags.isEmpty ? "" : attribute("category", tags))
            + (feed.isHidden ? attribute("lede:hidden", "true") : "")
    }

    private static func attribute(_ name: String, _ value: String) -> String {
        // XML can't represent these characters (XML 1.0, 2.2), and they are invisible.
        let characters = value.oneLine.unicodeScalars.filter { $0.value & 0xFFFE != 0xFFFE }
        return " \(name)=\"\(characters.map(escaped).joined())\""
    }

    private static func escaped(_ character: Unicode.Scalar) -> String {
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        // By this one a terminal like kitty shows a picture that another program has sent.
        case "\u{10EEEE}": character.reference
        default: character.hidesInText ? character.reference : "\(character)"
        }
    }
}

extension Unicode.Scalar {
    fileprivate var reference: String { "&#x\(String(value, radix: 16, uppercase: true));" }

    /// Whether a text looks the same without it. Words need joiners, and emoji their selectors.
    fileprivate var hidesInText: Bool {
        value >= 0x7F && properties.isDefaultIgnorableCodePoint && !properties.isJoinControl
            && !(0xFE00...0xFE0F).contains(value)
    }
}
