import Addresses

/// The canonical form of a page's URLs, however feeds write them.
struct CanonicalLink: Equatable {
    /// The URL without its scheme, in one notation.
    let text: String

    /// Nil if the link leads to no article: if it isn't a web URL, or leads to the front page of a site.
    init?(_ link: String) {
        guard link.utf8.count <= Self.longest else { return nil }
        var link = link.withHostInASCII
        guard let text = link.withUTF8({ Self.text(of: $0[...], unwrapping: 2) }) else { return nil }
        self.text = text
    }

    /// The hash by which the library recognises the page.
    var key: Int64 {
        var hash = StableHash()
        hash.combine(text)
        return hash.value
    }

    /// Longer links are data in the form of a URL.
    private static let longest = 4096

    private static func text(of link: Bytes, unwrapping depth: Int) -> String? {
        guard let parts = LinkParts(link) else { return nil }
        if depth > 0, let target = LinkWrapper.target(of: parts) {
            return target.withUnsafeBufferPointer { text(of: $0[...], unwrapping: depth - 1) }
        }
        var canonical = CanonicalBytes(capacity: link.count)
        canonical.appendHost(parts.host, port: parts.port)
        let lengthOfHost = canonical.bytes.count
        canonical.appendPath(parts.path)
        if let query = parts.query { canonical.appendQuery(query) }
        if let fragment = parts.fragment { canonical.appendRoute(fragment) }
        guard canonical.bytes.count > lengthOfHost else { return nil }
        return String(decoding: canonical.bytes, as: UTF8.self)
    }
}

extension String {
    /// The link with its host in the form for lookups. The library stores keys of links, so nothing else is converted
    /// as in browsers.
    fileprivate var withHostInASCII: String {
        guard let parts = AddressParts(self),
            parts.host.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "%") }),
            let host = WebURL("https://\(parts.host)/")?.host
        else { return self }
        return String(self[..<parts.host.startIndex] + host + self[parts.host.endIndex...])
    }
}

/// The bytes of a canonical link, built part by part.
private struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func appendHost(_ host: Bytes, port: Bytes?) {
        for byte in host { bytes.append(byte.lowercased) }
        guard let port else { return }
        bytes.append(UInt8(ascii: ":"))
        append(port)
    }

    /// Merges repeated slashes, and drops those at the end and the name of a folder's index page.
    mutating func appendPath(_ path: Bytes) {
        let start = bytes.count
        append(path[..<(sessionStart(in: path) ?? path.endIndex)], mergingSlashes: true)
        dropSlash(from: start)
        for page in Self.folderPages where bytes.count - start >= page.count && bytes.suffix(page.count) == page[...] {
            bytes.removeLast(page.count)
            break
        }
        dropSlash(from: start)
    }

    private mutating func dropSlash(from start: Int) {
        if bytes.count > start, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    }

    /// The position of “;jsessionid=”, which some servers add to the path.
    private func sessionStart(in path: Bytes) -> Int? {
        path.firstIndex(of: UInt8(ascii: ";")).flatMap { path[$0...].startsCaseless(";jsessionid=") ? $0 : nil }
    }

    /// Appends the parameters that identify the page, sorted by their bytes.
    mutating func appendQuery(_ query: Bytes) {
        let parameters = LinkParameter.all(in: query).filter { !$0.isTracking }
        var mark = UInt8(ascii: "?")
        for parameter in parameters.sorted(by: { $0.text.lexicographicallyPrecedes($1.text) }) {
            bytes.append(mark)
            append(parameter.text, plusIsSpace: true)
            mark = UInt8(ascii: "&")
        }
    }

    /// A fragment is only a position in a page, unless a program in the page uses it as a path.
    mutating func appendRoute(_ fragment: Bytes) {
        guard fragment.startsCaseless("!") || fragment.startsCaseless("/") else { return }
        bytes.append(UInt8(ascii: "#"))
        append(fragment)
    }

    /// Escapes only what must be escaped (RFC 3986, 6.2.2).
    private mutating func append(_ part: Bytes, mergingSlashes: Bool = false, plusIsSpace: Bool = false) {
        var rest = part
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let escaped = rest.popEscaped() else {
                    bytes.append(byte)
                    break
                }
                if escaped.isUnreserved { bytes.append(escaped) } else { bytes.appendEncoded(escaped) }
            case UInt8(ascii: "+") where plusIsSpace:
                bytes.appendEncoded(0x20)
            case UInt8(ascii: "/") where mergingSlashes && bytes.last == byte:
                break
            case 0x21..<0x7F:
                bytes.append(byte)
            default:
                bytes.appendEncoded(byte)
            }
        }
    }

    private static let folderPages = [
        "/index.html", "/index.htm", "/index.shtml", "/index.xhtml", "/index.php", "/amp"
    ].map { Array($0.utf8) }
}

extension UInt8 {
    /// Whether the byte means the same escaped and unescaped (RFC 3986, 2.3).
    fileprivate var isUnreserved: Bool { isLetter || isDigit || "-._~".utf8.contains(self) }
}
