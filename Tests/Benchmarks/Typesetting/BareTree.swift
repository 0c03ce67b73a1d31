import CLibXML2

/// Builds libxml2's tree of a page and drops it, for comparison with the typesetter.
enum BareTree {
    static func make(of html: [UInt8]) {
        let options = HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
        let document = html.withUnsafeBytes { bytes in
            htmlReadMemory(
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), nil, "UTF-8",
                Int32(bitPattern: options | HTML_PARSE_NONET.rawValue))
        }
        precondition(document != nil, "libxml2 makes a tree of every page")
        xmlFreeDoc(document)
    }
}
