/// A URL or relative reference in its five components (RFC 3986, section 3), nothing decoded and nothing refused.
struct URLReference: Equatable {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    init(_ text: String) {
        var rest = text[...]
        fragment = rest.cut(from: "#")
        query = rest.cut(from: "?")
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = String(rest)
    }

    /// Where this reference leads from `base` (RFC 3986, section 5.2.2).
    func resolved(against base: URLReference) -> URLReference {
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
                target.path = path.utf8.first == UInt8(ascii: "/") ? path : base.merged(with: path)
            }
        }
        target.path = Self.removingDotSegments(target.path)
        return target
    }

    /// The components put together again (RFC 3986, section 5.3).
    var text: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    var isWeb: Bool {
        ["http", "https"].contains(scheme?.lowercased()) && authority?.isEmpty == false
    }

    /// Whether the text is the address of a page.
    static func isWeb(_ text: Bytes) -> Bool {
        (text.startsCaseless("http://") && text.count > 7) || (text.startsCaseless("https://") && text.count > 8)
    }

    /// Whether the text begins with a scheme, so that there is nothing to resolve in it.
    static func hasScheme(_ text: Bytes) -> Bool {
        guard let first = text.first, first.isLetter else { return false }
        for byte in text where !byte.isLetter && !byte.isDigit {
            if byte == UInt8(ascii: ":") { return true }
            guard "+-.".utf8.contains(byte) else { return false }
        }
        return false
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first.isLetter else { return false }
        return text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    private func merged(with relative: String) -> String {
        if authority != nil && path.isEmpty { return "/" + relative }
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return relative }
        return path[...slash] + relative
    }

    private static func removingDotSegments(_ path: String) -> String {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
        var path = path
        return path.withUTF8 { path in
            let slash = UInt8(ascii: "/")
            let root = path.first == slash ? 1 : 0
            // Every segment with the slash behind it, so that a path which ends in a dot segment ends in a directory.
            var kept = ByteBuffer(capacity: path.count)
            kept.append(path.part(0..<root))
            var start = root
            while start <= path.count {
                let end = path.index(of: slash, from: start) ?? path.count
                let segment = path.part(start..<end)
                if segment == ".." {
                    var length = max(kept.count - 1, root)
                    while length > root, kept.bytes[length - 1] != slash { length -= 1 }
                    kept.truncate(to: length)
                } else if !(segment == ".") {
                    kept.append(segment)
                    if end < path.count { kept.append(slash) }
                }
                start = end + 1
            }
            return String(kept.bytes)
        }
    }
}

extension Substring {
    /// Takes the part behind the first `mark` away and returns it.
    fileprivate mutating func cut(from mark: Unicode.Scalar) -> String? {
        guard let at = utf8.firstIndex(of: UInt8(ascii: mark)) else { return nil }
        let tail = String(self[utf8.index(after: at)...])
        self = self[..<at]
        return tail
    }
}
