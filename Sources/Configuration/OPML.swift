import CLibXML2

/// The feeds that another reader's list of subscriptions (OPML) holds.
package struct OPML: Equatable, Sendable {
    /// Why a document is no OPML.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let line: Int
        package let description: String
    }

    /// Addresses on the web, in the order of the document, each once.
    package private(set) var urls: [String] = []
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
        var known: Set<String> = []
        while try reader.advance() {
            guard reader.isElement else { continue }
            if !isOPML, reader.name != "opml" {
                throw Failure(line: reader.line, description: "“\(reader.name)” was found where “opml” was expected")
            }
            isOPML = true
            guard reader.name == "outline", let text = reader.attribute("xmlUrl") else { continue }
            guard let address = Address(text), address.isOnTheWeb else {
                refused.append(text)
                continue
            }
            if known.insert(address.url).inserted { urls.append(address.url) }
        }
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

    var name: String { library.xmlTextReaderConstLocalName(handle).map { String(cString: $0) } ?? "" }

    func attribute(_ name: String) -> String? {
        guard let value = library.xmlTextReaderGetAttribute(handle, name) else { return nil }
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
