import System

/// A URL as browsers read it, in the canonical form of the URL Standard (4).
package struct WebURL: Hashable, Sendable {
    /// The whole URL.
    package let href: String
    /// Byte offsets in `href` at which the parts end or begin.
    private let places: Places

    private struct Places: Hashable, Sendable {
        var schemeEnd: Int32 = 0
        /// Both 0 if the URL has no host, not even an empty one (`mailto:`).
        var hostStart: Int32 = 0
        var hostEnd: Int32 = 0
        var pathStart: Int32 = 0
        var pathEnd: Int32 = 0
        var queryEnd: Int32 = 0
        var usernameEnd: Int32 = 0
        var hasHost = false
        var hasOpaquePath = false
        var port: UInt16?
    }

    /// Fails if a browser wouldn't accept `text` as a URL, alone or on a page at `base`.
    package init?(_ text: some StringProtocol, base: WebURL? = nil) {
        guard text.utf8.count <= Self.longest, var parser = URLParser(Array(text.utf8), base: base?.parts),
            parser.parse()
        else { return nil }
        self.init(parser.parts)
    }

    /// Browsers have the same limit.
    private static let longest = 2 << 20

    init(_ parts: URLParts) {
        var places = Places()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.path.count + (parts.host?.count ?? 0) + (parts.query?.count ?? 0) + 32)
        func here() -> Int32 { Int32(truncatingIfNeeded: bytes.count) }
        bytes += parts.scheme
        places.schemeEnd = here()
        bytes.append(.colon)
        if let host = parts.host {
            places.hasHost = true
            bytes += [.slash, .slash]
            bytes += parts.username
            places.usernameEnd = here()
            if !parts.password.isEmpty {
                bytes.append(.colon)
                bytes += parts.password
            }
            if !parts.username.isEmpty || !parts.password.isEmpty { bytes.append(.at) }
            places.hostStart = here()
            bytes += host
            places.hostEnd = here()
            if let port = parts.port {
                bytes.append(.colon)
                bytes += String(port).utf8
            }
            places.port = parts.port
        } else if !parts.hasOpaquePath, parts.path.starts(with: [.slash, .slash]) {
            // Otherwise the path would read as a host.
            bytes += [.slash, .dot]
        }
        places.hasOpaquePath = parts.hasOpaquePath
        places.pathStart = here()
        bytes += parts.path
        places.pathEnd = here()
        if let query = parts.query {
            bytes.append(.question)
            bytes += query
        }
        places.queryEnd = here()
        if let fragment = parts.fragment {
            bytes.append(.hash)
            bytes += fragment
        }
        href = String(decoding: bytes, as: UTF8.self)
        self.places = places
    }

    private func part(_ start: Int32, _ end: Int32) -> Substring {
        let bytes = href.utf8
        let first = bytes.index(bytes.startIndex, offsetBy: Int(start))
        return href[first..<bytes.index(first, offsetBy: Int(max(start, end) - start))]
    }

    /// The scheme in lower case, without the colon.
    package var scheme: Substring { part(0, places.schemeEnd) }

    package var username: Substring { places.hasHost ? part(places.schemeEnd + 3, places.usernameEnd) : "" }

    package var password: Substring {
        places.hostStart > places.usernameEnd + 1 ? part(places.usernameEnd + 1, places.hostStart - 1) : ""
    }

    /// The user name.
    package var decodedUsername: String { String(decoding: Array(username.utf8).percentDecoded, as: UTF8.self) }

    package var decodedPassword: String { String(decoding: Array(password.utf8).percentDecoded, as: UTF8.self) }

    /// The host for a look-up: international names in Punycode, IPv6 addresses in brackets; nil if the URL has none.
    package var host: Substring? { places.hasHost ? part(places.hostStart, places.hostEnd) : nil }

    /// The port; nil if it is the scheme's default.
    package var port: UInt16? { places.port }

    /// Everything before the path: scheme, credentials, host and port.
    package var beginning: Substring { part(0, places.pathStart) }

    /// Everything from the path on: path, query and fragment.
    package var pathAndRest: Substring { href[beginning.endIndex...] }

    package var path: Substring { part(places.pathStart, places.pathEnd) }

    /// The query without the question mark.
    package var query: Substring? {
        places.queryEnd > places.pathEnd ? part(places.pathEnd + 1, places.queryEnd) : nil
    }

    /// The fragment without the number sign.
    package var fragment: Substring? {
        let end = Int32(truncatingIfNeeded: href.utf8.count)
        return end > places.queryEnd ? part(places.queryEnd + 1, end) : nil
    }

    /// Whether it can't be a base for relative URLs, as with `mailto:`.
    package var hasOpaquePath: Bool { places.hasOpaquePath }

    package var hasCredentials: Bool { places.hasHost && places.hostStart > places.schemeEnd + 3 }

    package var withoutCredentials: WebURL {
        guard hasCredentials else { return self }
        var parts = self.parts
        (parts.username, parts.password) = ([], [])
        return WebURL(parts)
    }

    package var withoutFragment: WebURL {
        guard fragment != nil else { return self }
        var parts = self.parts
        parts.fragment = nil
        return WebURL(parts)
    }

    var parts: URLParts {
        var parts = URLParts()
        parts.scheme = Array(scheme.utf8)
        parts.username = Array(username.utf8)
        parts.password = Array(password.utf8)
        parts.host = host.map { Array($0.utf8) }
        parts.port = port
        parts.path = Array(path.utf8)
        parts.hasOpaquePath = hasOpaquePath
        parts.query = query.map { Array($0.utf8) }
        parts.fragment = fragment.map { Array($0.utf8) }
        return parts
    }
}

extension WebURL: CustomStringConvertible {
    package var description: String { href }
}

/// The parts of a URL, each percent-encoded (URL Standard, 4.1).
struct URLParts {
    var scheme: [UInt8] = []
    var username: [UInt8] = []
    var password: [UInt8] = []
    /// The host; nil if the URL has none, empty in `file:///`.
    var host: [UInt8]?
    var port: UInt16?
    /// Each segment with a slash before it, unless the path is opaque.
    var path: [UInt8] = []
    var hasOpaquePath = false
    var query: [UInt8]?
    var fragment: [UInt8]?

    /// Removes the last segment, except the drive of a file URL.
    mutating func shortenPath() {
        if scheme == SpecialScheme.file, path.count == 3, path[1...].isNormalDrive { return }
        guard let slash = path.lastIndex(of: .slash) else { return }
        path.removeSubrange(slash...)
    }

    mutating func copyHost(of other: URLParts) {
        (username, password, host, port) = (other.username, other.password, other.host, other.port)
    }
}

/// The schemes that browsers parse by special rules (URL Standard, 4.2).
enum SpecialScheme {
    static let file = Array("file".utf8)

    private static let usualPorts: [[UInt8]: UInt16] = [
        Array("http".utf8): 80, Array("https".utf8): 443, Array("ftp".utf8): 21, Array("ws".utf8): 80,
        Array("wss".utf8): 443
    ]

    static func isSpecial(_ scheme: [UInt8]) -> Bool { scheme == file || usualPorts[scheme] != nil }

    static func usualPort(of scheme: [UInt8]) -> UInt16? { usualPorts[scheme] }
}

extension ArraySlice<UInt8> {
    /// Whether the text is a Windows drive: a letter with a colon or a bar.
    var isDrive: Bool {
        count == 2 && self[startIndex].isLetter && [.colon, .bar].contains(self[startIndex + 1])
    }

    var isNormalDrive: Bool { isDrive && last == .colon }

    /// Whether the first segment is a Windows drive.
    var beginsWithDrive: Bool {
        prefix(2).isDrive
            && (count == 2 || [.slash, .backslash, .question, .hash].contains(self[startIndex + 2]))
    }
}

extension WebURL {
    /// Whether it leads to a host on the web. If a document, a list or a server asks for it, lede fetches nothing else.
    package var isOnTheWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether a text may link to it. `javascript:`, `data:`, `file:` and others are only for pages in a browser.
    package var mayBeLinked: Bool { Self.linkedSchemes.contains(String(scheme)) }

    private static let linkedSchemes: Set = [
        "http", "https", "mailto", "tel", "sms", "geo", "ftp", "ftps", "sftp", "gemini", "gopher", "finger",
        "irc", "ircs", "xmpp", "sip", "sips", "matrix", "magnet", "news", "nntp", "feed", "git", "ssh", "svn", "doi"
    ]

    /// The server; nil if the URL isn't on the web.
    package var origin: Origin? {
        guard isOnTheWeb, let host else { return nil }
        return Origin(scheme: String(scheme), host: String(host), port: port)
    }
}

/// A server as URLs name it. The secrets of one origin must not reach another.
package struct Origin: Hashable, Sendable {
    /// In lower case.
    package let scheme: String
    /// In lower case.
    package let host: String
    package let port: UInt16?

    /// Uses the scheme's default port if the URL has none.
    package init(scheme: String, host: String, port: UInt16?) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? Self.usualPort(of: scheme)
    }

    package var isSecure: Bool { scheme == "https" }

    /// “example.org”, or “example.org:8080” if that isn't the scheme's default port.
    package var hostAndPort: String {
        guard let port, port != Self.usualPort(of: scheme) else { return host }
        return "\(host):\(port)"
    }

    /// Whether secrets of `other` may go here: to the same origin, or to the same host after it changed from http to
    /// https.
    package func isTrusted(as other: Origin) -> Bool {
        self == other || host == other.host && isSecure && port == 443 && other.scheme == "http" && other.port == 80
    }

    private static func usualPort(of scheme: String) -> UInt16? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}
