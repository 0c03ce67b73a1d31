import URLs

/// The URL of a feed that lede can fetch.
package struct Address: Equatable, Sendable {
    package let url: String

    /// More than servers take. The urls file has no room for much more in a line, even with percent signs.
    package static let longest = 8 << 10

    /// The URL as shown to users, without a password.
    package var shown: String { url.shownAddress }

    /// Nil if the text isn't a URL of a kind that lede fetches.
    package init?(_ text: String) {
        guard !Self.isPlain(text) else {
            self.init(unchecked: text)
            return
        }
        // With invisible characters, the shown URL would differ from the fetched one.
        guard !text.holdsInvisible else { return nil }
        guard let written = text.scheme else { return nil }
        let rest = text.utf8[written.endIndex...]
        let scheme = written.lowercased()
        switch scheme {
        case "http", "https":
            let host = rest.dropFirst(3)
            guard rest.starts(with: "://".utf8), !rest.contains(UInt8(ascii: " ")), let first = host.first,
                first.canBeginHost || first >= 0x80 && text[host.startIndex...].first.map(\.canBeginHost) == true
            else { return nil }
        case "file":
            guard let path = text.pathOfFile, path.count > 1 else { return nil }
        default: return nil
        }
        self.init(unchecked: written == scheme ? text : scheme + text[written.endIndex...])
    }

    /// Whether a text is obviously a web URL, as nearly all are: a start reads those of all feeds.
    private static func isPlain(_ text: String) -> Bool {
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        let bytes = text.utf8.span
        guard let host = scheme?.utf8.count, host < bytes.count, bytes[host].canBeginHost else { return false }
        for index in bytes.indices where bytes[index] <= 0x20 || bytes[index] >= 0x7F { return false }
        return true
    }

    /// Reads a URL that a user typed, possibly without the scheme of a web page.
    package init(typed text: String) throws(Failure) {
        if text.utf8.count > Self.longest { throw Failure(description: "the URL is longer than 8 KB") }
        let host = text.prefix { $0 != "/" && $0 != ":" }
        let lacksScheme = host.contains(".") && !text.contains("://")
        guard let address = Address(text) ?? (lacksScheme ? Address("https://" + text) : nil), address.isURL else {
            throw Failure(description: Self.complaint(aboutTyped: text))
        }
        self = address
    }

    /// Reads a URL typed without a scheme as plain HTTP, for servers that support nothing else; nil if the scheme was
    /// typed.
    package init?(typedWithoutScheme text: String) {
        guard Address(text) == nil, (try? Address(typed: text)) != nil else { return nil }
        self.init("http://" + text)
    }

    /// Reads a URL from a list, a page or a server; nil unless it leads to the web.
    package init?(fromOutside text: String) {
        // Browsers pass feeds in this form.
        let text = text.hasPrefix("feed:") ? String(text.dropFirst("feed:".count)) : text
        guard let address = Address(text.hasPrefix("//") ? "http:" + text : text), address.isOnTheWeb,
            address.isURL, text.utf8.count <= Self.longest
        else {
            return nil
        }
        self.init(unchecked: Self.escaped(address.url))
    }

    /// Percent-encodes characters that URLs don't contain (RFC 3986, 2), since not only lede reads the urls file. Up to the query,
    /// a backslash is a slash, as browsers have it: encoded it would name another host.
    private static func escaped(_ url: String) -> String {
        guard url.unicodeScalars.contains(where: isStrange) else { return url }
        var bytes: [UInt8] = []
        var isInQuery = false
        for scalar in url.unicodeScalars {
            isInQuery = isInQuery || scalar == "?" || scalar == "#"
            if scalar == "\\", !isInQuery {
                bytes.append(UInt8(ascii: "/"))
            } else if isStrange(scalar) {
                for byte in scalar.utf8 { bytes.appendEncoded(byte) }
            } else {
                bytes += scalar.utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// White space of any script is strange, too: whoever reads a list drops it at the end.
    private static func isStrange(_ scalar: Unicode.Scalar) -> Bool {
        strange.contains(scalar) || scalar.properties.isWhitespace
    }

    private static let strange = Array("\"<>\\^`{|}".unicodeScalars)

    /// The reason why a typed text isn't a URL.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private static func complaint(aboutTyped text: String) -> String {
        for scheme in ["exec:", "filter:", "query:"] where text.hasPrefix(scheme) {
            return "lede can't add “\(scheme)” lines: write the line into the urls file yourself"
        }
        if text.hasPrefix(AccountName.beginning) { return "lede can't add “server:” lines: use “lede sync login”" }
        return complaint(about: text)
    }

    /// Whether it leads to the web, and not to a file of this machine.
    package var isOnTheWeb: Bool { url.isWebAddress }

    /// Whether a browser would accept it. The urls file isn't checked for this: a start reads many URLs, and a fetch
    /// reports it anyway.
    private var isURL: Bool { WebURL(url) != nil }

    /// The start of its site, without a name and password; nil if it leads to no site.
    package var frontPage: String? {
        guard let origin = WebURL(url)?.origin else { return nil }
        return "\(origin.scheme)://\(origin.hostAndPort)/"
    }

    /// Reads a URL of the urls file, where the user may also run a command: `exec:COMMAND` prints a feed, and
    /// `filter:COMMAND:URL` makes one from a document.
    ///
    /// Only pass text that users wrote there themselves.
    init?(inUrlsFile text: String) {
        if text.hasPrefix("exec:") {
            guard Self.isCommand(text.dropFirst("exec:".count)) else { return nil }
        } else if text.hasPrefix("filter:") {
            guard let filter = FilterAddress(text), Self.isCommand(filter.command),
                Address(String(filter.address)) != nil
            else { return nil }
        } else {
            self.init(text)
            return
        }
        self.init(unchecked: text)
    }

    /// Returns this URL as a replacement for `url`, keeping the command of a `filter:` line: only the document has
    /// moved.
    package func inPlace(of url: String) -> Address {
        FilterAddress(url).map { Address(unchecked: "filter:\($0.command):\(self.url)") } ?? self
    }

    private init(unchecked url: String) {
        self.url = url
    }

    private static func isCommand(_ text: Substring) -> Bool {
        let isUnseen = { (scalar: Unicode.Scalar) in scalar.isInvisible && scalar != "\t" && scalar != "\n" }
        return !text.allSatisfy(\.isWhitespace) && !text.unicodeScalars.contains(where: isUnseen)
    }

    /// The message about a text that isn't a URL.
    static func complaint(about text: String) -> String {
        let text = text.shownAddress
        let shown = text.count > 200 ? "\(text.prefix(200))…" : text
        for (scheme, form) in [("exec:", "exec:COMMAND"), ("filter:", "filter:COMMAND:URL")]
        where text.hasPrefix(scheme) {
            return "“\(shown)” isn't a command for a feed: use \(form)"
        }
        if text.contains("://"), let scheme = text.scheme?.lowercased(), !["http", "https", "file"].contains(scheme) {
            return
                "“\(shown)” has a scheme that lede can't fetch: use http, https or file, or an exec: line in the urls file"
        }
        return "“\(shown)” isn't a URL: use one like https://example.org/feed.xml"
    }
}

extension UInt8 {
    fileprivate var canBeginHost: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "["):
            true
        default: false
        }
    }
}

extension Character {
    fileprivate var canBeginHost: Bool { isLetter || isNumber }
}
