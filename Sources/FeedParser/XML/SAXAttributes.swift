import CLibXML2

/// An attribute in libxml2's memory.
struct SAXAttribute {
    let local: Bytes
    let prefix: UnsafePointer<xmlChar>?
    let uri: UnsafePointer<xmlChar>?
    /// With ampersands and entities still as references.
    let value: Bytes

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
            local: local.bytes, prefix: attribute[1], uri: attribute[2], value: Bytes(start: start, count: end - start))
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
    var bytes: Bytes { Bytes(start: self, count: lede_xml_length(self)) }

    /// A namespace's URI; empty if it is longer than any known one.
    var address: String { bytes.count <= 200 ? String(bytes) : "" }
}
