import CLibXML2

/// The feeds that another reader's list of subscriptions (OPML) holds.
package struct OPML: Equatable, Sendable {
    /// Why a document is no OPML.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let line: Int
        package let description: String
    }

    /// In the order of the document, each once.
    package private(set) var feeds: [NewFeed] = []
    /// Addresses of other kinds: a list from outside may not make lede read a file or run a command.
    package private(set) var refused: [String] = []

    package init(_ document: [UInt8]) throws(Failure) {
        guard !document.isEmpty else { throw Failure(line: 1, description: "the file is empty") }
        self = try document.withUnsafeBytes { bytes in
            Result { () throws(Failure) in try OPML(reading: bytes) }
        }.get()
    }

    private init(reading document: UnsafeRawBufferPointer) throws(Failure) {
        try read(XMLReader(document))
    }

    private mutating func read(_ reader: borrowing XMLReader) throws(Failure) {
        var isOPML = false
        var folders = OPMLFolders()
        var places: [String: Int] = [:]
        while try reader.advance() {
            guard reader.isElement else { continue }
            if !isOPML, reader.name != "opml" {
                throw Failure(line: reader.line, description: "“\(reader.name)” was found where “opml” was expected")
            }
            isOPML = true
            guard reader.name == "outline" else { continue }
            folders.leave(to: reader.depth)
            guard let text = reader.attribute(Self.names) else {
                folders.enter(reader.attribute("text") ?? reader.attribute("title") ?? "", at: reader.depth)
                continue
            }
            guard let address = Address(fromOutside: text) else {
                refused.append(text)
                continue
            }
            if let place = places[address.url] {
                // A feed lies in one group; what else it lies in becomes a tag.
                feeds[place].tag(folders.group?.path)
            } else {
                places[address.url] = feeds.count
                feeds.append(reader.feed(address, in: folders.group))
            }
        }
    }
}

extension OPML {
    /// What the address of a feed is called: as the standard has it, and as some readers do.
    private static let names = ["xmlUrl", "xmlurl", "xmlURL", "XMLURL"]
}

/// The outlines that others lie in.
private struct OPMLFolders {
    private var folders: [(names: [String], depth: Int)] = []

    mutating func leave(to depth: Int) {
        while let last = folders.last, last.depth >= depth { folders.removeLast() }
    }

    mutating func enter(_ name: String, at depth: Int) {
        // Readers that can't nest write “News/Politics”.
        let names = String(name.prefix(200)).oneLine.split(separator: "/").map { String($0).trimmed }
        let path = (folders.last?.names ?? []) + names.filter { !$0.isEmpty }
        folders.append((Array(path.prefix(FeedGroup.deepest)), depth))
    }

    var group: FeedGroup? { folders.last.flatMap { FeedGroup($0.names) } }
}

extension NewFeed {
    fileprivate mutating func tag(_ tag: String?) {
        if let tag, tag != group?.path, !tags.contains(tag), tags.count < 100 { tags.append(tag) }
    }
}

extension XMLReader {
    fileprivate func feed(_ address: Address, in group: FeedGroup?) -> NewFeed {
        let title = [attribute("title"), attribute("text")].compactMap { $0?.trimmed }.first { !$0.isEmpty }
        var feed = NewFeed(address, title: title == address.url ? nil : title, group: group)
        feed.isHidden = attribute("hidden", of: OPMLDocument.namespace) == "true"
        // Paths, with commas between them (OPML 2.0).
        for category in (attribute("category") ?? "").split(separator: ",") {
            let names = category.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }
            if !names.isEmpty { feed.tag(names.joined(separator: "/")) }
        }
        return feed
    }
}

/// libxml2's pull parser, freed with its owner.
private struct XMLReader: ~Copyable {
    private let library: LibXML2
    private let handle: OpaquePointer

    /// The bytes must stay where they are for as long as the reader lives.
    init(_ document: UnsafeRawBufferPointer) throws(OPML.Failure) {
        let library = try LibXML2.loaded.get()
        let options = XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
        guard
            let count = Int32(exactly: document.count),
            let handle = library.xmlReaderForMemory(document.baseAddress, count, nil, nil, Int32(options))
        else { throw OPML.Failure(line: 1, description: "the file is too large to be read") }
        self.library = library
        self.handle = handle
    }

    deinit { library.xmlFreeTextReader(handle) }

    /// Goes to the next node; false at the end.
    func advance() throws(OPML.Failure) -> Bool {
        switch library.xmlTextReaderRead(handle) {
        case 1: return true
        case 0: return false
        default:
            let error = library.xmlGetLastError()?.pointee
            let reason = error?.message.map { String(cString: $0).prefix { $0 != "\n" } } ?? "no reason was given"
            throw OPML.Failure(line: Int(error?.line ?? 1), description: "the XML is broken: \(reason)")
        }
    }

    var isElement: Bool { library.xmlTextReaderNodeType(handle) == XML_READER_TYPE_ELEMENT.rawValue }

    /// The line in which the node stands: the parser itself has read ahead.
    var line: Int { Int(library.xmlGetLineNo(library.xmlTextReaderCurrentNode(handle))) }

    /// In how many elements it lies.
    var depth: Int { Int(library.xmlTextReaderDepth(handle)) }

    var name: String { library.xmlTextReaderConstLocalName(handle).map { String(cString: $0) } ?? "" }

    func attribute(_ name: String) -> String? {
        taken(library.xmlTextReaderGetAttribute(handle, name))
    }

    /// The first of these that is there.
    func attribute(_ names: [String]) -> String? {
        for name in names { if let value = attribute(name) { return value } }
        return nil
    }

    func attribute(_ name: String, of namespace: String) -> String? {
        taken(library.xmlTextReaderGetAttributeNs(handle, name, namespace))
    }

    private func taken(_ value: UnsafeMutablePointer<UInt8>?) -> String? {
        guard let value else { return nil }
        defer { library.xmlFree.pointee?(value) }
        return String(cString: value)
    }
}

extension LibXML2 {
    /// The library, loaded when it is first asked for, which takes milliseconds.
    fileprivate static let loaded: Result<LibXML2, OPML.Failure> = {
        var library = LibXML2()
        guard let reason = lede_xml_load(&library) else { return .success(library) }
        let description = "libxml2, with which lists are read, can't be loaded: \(String(cString: reason))"
        return .failure(OPML.Failure(line: 1, description: description))
    }()
}
