/// Turns what an `href` says into an address that can be opened.
enum LinkTarget {
    /// What a reader may be sent to. Not `javascript:`, `data:`, `file:` and the rest, which only a browser page needs.
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sms", "geo", "ftp", "ftps", "sftp", "gemini", "gopher", "finger",
        "irc", "ircs", "xmpp", "sip", "sips", "matrix", "magnet", "news", "nntp", "feed", "git", "ssh", "svn", "doi"
    ]

    /// The bytes of a base: every link of a document gets a copy of it, and no page of the web has a longer address.
    private static let longestBase = 2 << 10

    /// The absolute address, or nil where there is none or it is of a kind that we don't open.
    static func resolve(_ reference: String, against base: String?) -> String? {
        let reference = escaped(reference)
        if let scheme = URIReference(reference).scheme {
            return schemes.contains(scheme.lowercased()) ? reference : nil
        }
        guard !reference.isEmpty, let base, base.utf8.count <= longestBase else { return nil }
        let parent = URIReference(escaped(base))
        guard let scheme = parent.scheme, schemes.contains(scheme.lowercased()), parent.authority != nil else {
            return nil
        }
        return URIReference(reference).resolved(against: parent).description
    }

    /// Line breaks and tabs go, as browsers do it; what has no place in a URI or on a terminal is percent-encoded.
    private static func escaped(_ reference: String) -> String {
        let bytes = reference.utf8.span
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= .space { start += 1 }
        while end > start, bytes[end - 1] <= .space { end -= 1 }
        var index = start
        while index < end {
            let (codePoint, length) = bytes.codePoint(at: index)
            defer { index += length }
            switch codePoint {
            case 0x09, 0x0A, 0x0D: continue
            case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D: break  // " < > \ ^ ` { | }
            default:
                if case .visible = CharacterKind(codePoint) {
                    for offset in index..<index + length { result.append(bytes[offset]) }
                    continue
                }
            }
            for offset in index..<index + length { appendPercentEncoded(bytes[offset], to: &result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func appendPercentEncoded(_ byte: UInt8, to result: inout [UInt8]) {
        let digits: StaticString = "0123456789ABCDEF"
        digits.withUTF8Buffer { result.append(contentsOf: [UInt8(ascii: "%"), $0[Int(byte >> 4)], $0[Int(byte & 15)]]) }
    }
}
