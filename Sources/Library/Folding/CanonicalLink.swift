import System
import URLs

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

/// The parts of a web URL as they are written.
struct LinkParts {
    /// Without the user name, the port, a dot at the end, and a first label for a version of the site, such as `www.`.
    private(set) var host: Bytes
    /// Nil for port 80 or 443.
    let port: Bytes?
    let path: Bytes
    let query: Bytes?
    let fragment: Bytes?

    /// Nil if the text isn't a web URL.
    init?(_ text: Bytes) {
        let text = UnsafeBufferPointer(rebasing: text.trimmed)
        guard let places = AddressPlaces(text) else { return nil }
        let scheme = text[places.scheme]
        guard scheme.isCaseless("http") || scheme.isCaseless("https") else { return nil }
        fragment = places.fragment.map { text[$0] }
        query = places.query.map { text[$0] }
        path = text[places.path]
        host = text[places.host]
        // An IPv6 address stays unchanged, together with its port.
        if host.first == UInt8(ascii: "["), let port = places.port, !port.isEmpty {
            host = text[places.host.lowerBound..<port.upperBound]
            self.port = nil
        } else {
            let port = places.port.map { text[$0] }
            self.port = port.flatMap { $0.isEmpty || $0.isCaseless("80") || $0.isCaseless("443") ? nil : $0 }
        }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        dropForm()
        guard !host.isEmpty else { return nil }
    }

    /// Removes the label for a version of the site. “m.example.org” is example.org for phones, but “m.org” is a site.
    private mutating func dropForm() {
        var rest = host
        for form: StaticString in ["www.", "m.", "mobile.", "amp."] where rest.skipCaseless(form) {
            if rest.contains(UInt8(ascii: ".")) { host = rest }
            return
        }
    }
}

/// A name and value in a URL's query.
private struct LinkParameter {
    /// All of it, as in the URL.
    let text: Bytes
    let name: Bytes
    let value: Bytes

    /// The parameters of a query, without those that don't identify the page.
    static func all(in query: Bytes) -> [LinkParameter] {
        query.split(separator: UInt8(ascii: "&")).map(LinkParameter.init)
    }

    private init(_ text: Bytes) {
        var text = text
        // Some feeds escape URLs twice.
        _ = text.skipCaseless("amp;")
        self.text = text
        var name = text
        value = name.cut(from: "=") ?? text[text.endIndex...]
        self.name = name
    }

    /// Whether the parameter says where the visitor came from or how to show the page, and not which page it is.
    ///
    /// A wrong name in the list does little harm: if it identifies pages after all, a feed has several items with the
    /// same remaining link, and such a link makes no story.
    var isTracking: Bool {
        guard !name.isEmpty else { return true }
        if Self.families.contains(where: name.startsCaseless) { return true }
        guard name.count <= Self.longestName else { return false }
        let name = String(decoding: name.lazy.map(\.lowercased), as: UTF8.self)
        if Self.channels.contains(name) { return value.startsCaseless("rss") || value.startsCaseless("feed") }
        return Self.names.contains(name)
    }

    /// The prefixes of names for counting visits: Google's, Matomo's, AT Internet's and others'.
    private static let families: [StaticString] = [
        "utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_", "_hs", "__hs", "at_", "ns_", "oly_", "vero_", "wt_", "itm_",
        "guce_"
    ]

    /// Names for a channel, ignored if the value is a feed.
    private static let channels: Set<String> = ["from", "source", "src", "via"]

    private static let names: Set<String> = [
        "__s", "__twitter_impression", "_branch_match_id", "_ga", "_gl", "_ke", "_kx", "_openstat", "amp",
        "campaign_id",
        "cmp", "cmpid", "dclid", "dm_i", "ef_id", "elqtrack", "elqtrackid", "emc", "epik", "fbclid", "ftag", "gbraid",
        "gclid", "gclsrc", "guccounter", "hmb_campaign", "icid", "igsh", "igshid", "intcid", "irclickid", "ito",
        "li_fat_id", "mbid", "mc_cid", "mc_eid", "mkt_tok", "ml_subscriber", "ml_subscriber_hash", "msclkid", "ncid",
        "nr_email_referer", "ocid", "outputtype", "partner", "rb_clickid", "ref", "ref_src", "ref_url", "referrer",
        "rss",
        "s_cid", "s_kwcid", "sc_cid", "sc_src", "smid", "smtyp", "spm", "sr_share", "sref", "tblci", "trk", "ttclid",
        "twclid", "wbraid", "wickedid", "wtmc", "xing_share", "xtor", "yclid", "ysclid", "zanpid"
    ]

    private static let longestName = 24
}

/// A site whose URLs lead to another page, which they name.
private struct LinkWrapper {
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
    fileprivate mutating func popEscaped() -> UInt8? {
        guard count >= 2, let high = self[startIndex].hexValue, let low = self[startIndex + 1].hexValue else {
            return nil
        }
        self = dropFirst(2)
        return high << 4 | low
    }
}

/// A part of a text's UTF-8. It is valid as long as the text is borrowed.
typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

extension Bytes {
    /// The bytes without white space and control characters at both ends.
    var trimmed: Bytes {
        var rest = self
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        return rest
    }

    /// Removes the first `mark` and everything after it. Returns what follows the mark, or nil if there is no mark.
    mutating func cut(from mark: Unicode.Scalar) -> Bytes? {
        guard let at = firstIndex(of: UInt8(ascii: mark)) else { return nil }
        let tail = self[(at + 1)...]
        self = self[..<at]
        return tail
    }

    /// Whether these bytes are `text`, given in lower case, in any case.
    func isCaseless(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && startsCaseless(text) }

    func startsCaseless(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for offset in 0..<text.utf8CodeUnitCount
        where self[startIndex + offset].lowercased != text.utf8Start[offset] { return false }
        return true
    }

    fileprivate func endsCaseless(_ text: StaticString) -> Bool { suffix(text.utf8CodeUnitCount).isCaseless(text) }

    /// Removes `text` from the start, in any case, and returns whether it was there.
    mutating func skipCaseless(_ text: StaticString) -> Bool {
        guard startsCaseless(text) else { return false }
        self = dropFirst(text.utf8CodeUnitCount)
        return true
    }
}
