/// The five parts of a URI or of a relative reference (RFC 3986, appendix B).
struct URIReference {
    var scheme: Substring?
    var authority: Substring?
    var path: Substring
    var query: Substring?
    var fragment: Substring?

    init(_ text: String) {
        var rest = Substring(text)
        fragment = Self.cut(&rest, at: "#")
        query = Self.cut(&rest, at: "?")
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = rest[..<colon]
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            let hierarchy = rest.dropFirst(2)
            let end = hierarchy.utf8.firstIndex(of: UInt8(ascii: "/")) ?? hierarchy.endIndex
            authority = hierarchy[..<end]
            rest = hierarchy[end...]
        }
        path = rest
    }

    /// This reference as seen from a base (RFC 3986, 5.2.2).
    func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme == nil {
            target.scheme = base.scheme
            if authority == nil {
                target.authority = base.authority
                if path.isEmpty {
                    target.path = base.path
                    target.query = query ?? base.query
                    return target
                }
                if !path.hasPrefix("/") { target.path = merged(onto: base) }
            }
        }
        target.path = Self.withoutDotSegments(target.path)
        return target
    }

    private func merged(onto base: URIReference) -> Substring {
        let directory = base.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { base.path[...$0] } ?? "/"
        return directory + path
    }

    private static func withoutDotSegments(_ path: Substring) -> Substring {
        guard path.contains("./") || path.hasSuffix(".") else { return path }
        var kept: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".":
                if isLast { kept.append("") }
            case "..":
                if kept.count > 1 { kept.removeLast() }
                if isLast { kept.append("") }
            default:
                kept.append(segment)
            }
        }
        return Substring(kept.joined(separator: "/"))
    }

    private static func cut(_ rest: inout Substring, at mark: Unicode.Scalar) -> Substring? {
        guard let index = rest.unicodeScalars.firstIndex(of: mark) else { return nil }
        let tail = rest[rest.unicodeScalars.index(after: index)...]
        rest = rest[..<index]
        return tail
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, UInt8(ascii: "a")...UInt8(ascii: "z") ~= first | 0x20 else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}

extension URIReference: CustomStringConvertible {
    var description: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}
