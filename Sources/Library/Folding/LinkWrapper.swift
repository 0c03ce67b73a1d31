import Addresses

/// A site whose URLs lead to another page, which they name.
struct LinkWrapper {
    private let host: StaticString
    private let path: StaticString
    /// The parameter with the target; nil if the target, without its scheme, is the rest of the path.
    private let parameter: StaticString?

    private init(_ host: StaticString, _ path: StaticString, _ parameter: StaticString?) {
        self.host = host
        self.path = path
        self.parameter = parameter
    }

    /// The target of a wrapped URL.
    static func target(of link: LinkParts) -> [UInt8]? {
        for wrapper in all where link.host.isCaseless(wrapper.host) {
            if let target = wrapper.target(of: link) { return target }
        }
        return link.host.endsCaseless(".cdn.ampproject.org") ? ampCache.target(of: link) : nil
    }

    private func target(of link: LinkParts) -> [UInt8]? {
        var rest = link.path
        guard rest.skipCaseless(path) else { return nil }
        guard let parameter else { return Array("http://".utf8) + rest }
        guard let query = link.query else { return nil }
        return LinkParameter.all(in: query).first { $0.name.isCaseless(parameter) }.map { Self.decoded($0.value) }
    }

    private static func decoded(_ value: Bytes) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(value.count)
        var rest = value
        while let byte = rest.popFirst() {
            decoded.append(byte == UInt8(ascii: "%") ? rest.popEscaped() ?? byte : byte)
        }
        return decoded
    }

    private static let all = [
        LinkWrapper("google.com", "/url", "url"),
        LinkWrapper("google.com", "/url", "q"),
        LinkWrapper("google.com", "/amp/s/", nil),
        LinkWrapper("news.google.com", "/news/url", "url"),
        LinkWrapper("go.theregister.com", "/feed/", nil),
        LinkWrapper("facebook.com", "/l.php", "u"),
        LinkWrapper("l.facebook.com", "/l.php", "u"),
        LinkWrapper("lm.facebook.com", "/l.php", "u"),
        LinkWrapper("l.instagram.com", "/", "u"),
        LinkWrapper("t.umblr.com", "/redirect", "z"),
        LinkWrapper("out.reddit.com", "/", "url"),
        LinkWrapper("youtube.com", "/redirect", "q"),
        LinkWrapper("vk.com", "/away.php", "to"),
        LinkWrapper("disq.us", "/url", "url"),
        LinkWrapper("slack-redir.net", "/link", "url"),
        LinkWrapper("steamcommunity.com", "/linkfilter", "url"),
        LinkWrapper("go.redirectingat.com", "/", "url"),
        LinkWrapper("redirect.viglink.com", "/", "u")
    ]

    private static let ampCache = LinkWrapper("cdn.ampproject.org", "/c/s/", nil)
}

extension Bytes {
    /// Removes the two digits after a “%” and returns their byte. Returns nil and removes nothing if there are none.
    mutating func popEscaped() -> UInt8? {
        guard count >= 2, let high = self[startIndex].hexValue, let low = self[startIndex + 1].hexValue else {
            return nil
        }
        self = dropFirst(2)
        return high << 4 | low
    }
}
