import CLibXML2

/// The tree that libxml2 makes of a page, which is made and thrown away: what the typesetter's time is compared with.
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
