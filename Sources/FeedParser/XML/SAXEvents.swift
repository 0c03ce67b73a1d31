import CLibXML2

/// The context of libxml2's callbacks: turns its pointers into values and passes them on to the reader.
///
/// It belongs to the one call of the parser during which it is used.
final class SAXEvents {
    private let context: xmlParserCtxtPtr
    private let reader: XMLFeedReader
    private(set) var failure: ParseFailure?
    // libxml2 keeps one copy of every URI, so its address is enough to know it again.
    private var namespaces: [UnsafePointer<xmlChar>: Namespace] = [:]

    init(of context: xmlParserCtxtPtr, reader: XMLFeedReader) {
        self.context = context
        self.reader = reader
    }

    /// The line that the parser has come to.
    var line: Int { Int(xmlSAX2GetLineNumber(context)) }

    /// The handler for libxml2; what it leaves out, such as DTDs and `getEntity`, stays unread.
    static var callbacks: xmlSAXHandler {
        var handler = xmlSAXHandler()
        handler.initialized = UInt32(XML_SAX2_MAGIC)
        handler.startElementNs = { context, local, prefix, uri, _, _, count, defaulted, attributes in
            SAXEvents.at(context)?.start(local, prefix, uri, attributes, count: Int(count - defaulted))
        }
        handler.endElementNs = { context, _, _, _ in SAXEvents.at(context)?.end() }
        handler.characters = { context, text, count in SAXEvents.at(context)?.characters(text, count: count) }
        handler.cdataBlock = handler.characters
        handler.ignorableWhitespace = handler.characters
        handler.reference = { context, name in SAXEvents.at(context)?.reference(to: name) }
        handler.serror = { context, error in SAXEvents.at(context)?.report(error?.pointee) }
        return handler
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> SAXEvents? {
        pointer.map { Unmanaged<SAXEvents>.fromOpaque($0).takeUnretainedValue() }
    }

    private func start(
        _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?,
        _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) {
        // A second root, or what comes after a failure, is nobody's.
        guard failure == nil, let name = name(local, prefix, uri) else { return }
        reader.begin(name) { self.attributes(attributes, count: count) }
        stopIfRefused()
    }

    private func end() {
        guard failure == nil else { return }
        reader.end()
        stopIfRefused()
    }

    private func characters(_ text: UnsafePointer<xmlChar>?, count: Int32) {
        guard failure == nil else { return }
        reader.text { String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self) }
    }

    // Called for entities that may be declared where we don't look: RSS 0.91's DTD, for one, declares those of HTML.
    private func reference(to name: UnsafePointer<xmlChar>?) {
        guard failure == nil, let name else { return }
        guard let character = CharacterReference.character(named: String(cString: name)) else {
            refuse(.brokenXML(line: line, reason: "Entity '\(String(cString: name))' not defined"))
            return
        }
        reader.text { String(character) }
    }

    // Lesser errors, such as a prefix without a declaration, leave the document readable.
    private func report(_ error: xmlError?) {
        guard failure == nil, let error, error.level == XML_ERR_FATAL else { return }
        let subject = error.str1.map { String(cString: $0) } ?? ""
        guard error.code != XML_ERR_UNSUPPORTED_ENCODING.rawValue else {
            failure = .unknownEncoding(subject)
            return
        }
        let reason = error.message.map { String(cString: $0).collapsed } ?? "error \(error.code)"
        failure = .brokenXML(
            line: error.line > 0 ? Int(error.line) : line,
            reason: reason.replacingSuffix(" use XML_PARSE_HUGE option", with: ""))
    }

    private func stopIfRefused() {
        if let failure = reader.failure { refuse(failure) }
    }

    private func refuse(_ failure: ParseFailure) {
        self.failure = failure
        xmlStopParser(context)
    }

    private func name(
        _ local: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?, _ uri: UnsafePointer<xmlChar>?
    ) -> ElementName? {
        guard let local else { return nil }
        return ElementName(namespace(uri, prefix), String(cString: local))
    }

    private func namespace(_ uri: UnsafePointer<xmlChar>?, _ prefix: UnsafePointer<xmlChar>?) -> Namespace {
        guard let uri else { return prefix == nil ? .none : .unknown }
        if let known = namespaces[uri] { return known }
        let namespace = Namespace(uri: String(cString: uri))
        namespaces[uri] = namespace
        return namespace
    }

    // Each is five pointers: local name, prefix, URI, and where the value begins and ends.
    private func attributes(
        _ pointers: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, count: Int
    ) -> [Element.Attribute] {
        guard let pointers else { return [] }
        return (0..<count).compactMap { index in
            let attribute = pointers + 5 * index
            guard let name = name(attribute[0], attribute[1], attribute[2]), let start = attribute[3],
                let end = attribute[4]
            else { return nil }
            let value = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
            return Element.Attribute(name: name, value: value.decodingAmpersands)
        }
    }
}

extension String {
    // Where entities are not replaced, SAX2 writes every ampersand in an attribute as this reference.
    fileprivate var decodingAmpersands: String {
        contains("&") ? split(separator: "&#38;", omittingEmptySubsequences: false).joined(separator: "&") : self
    }

    fileprivate func replacingSuffix(_ suffix: String, with replacement: String) -> String {
        hasSuffix(suffix) ? dropLast(suffix.count) + replacement : self
    }
}
