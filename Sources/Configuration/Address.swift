import Addresses

/// An address that a feed can be fetched from.
package struct Address: Equatable, Sendable {
    package let url: String

    /// The address for people to see, without the password in it.
    package var shown: String { url.shownAddress }

    /// Nil where the text is no address of a kind that lede fetches.
    package init?(_ text: String) {
        guard !Self.isPlain(text) else {
            self.init(unchecked: text)
            return
        }
        // What can't be seen would make the address that is shown another than the one that is fetched.
        guard !text.holdsInvisible else { return nil }
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let (written, rest) = (text[..<colon], text.utf8[colon...])
        let scheme = written.lowercased()
        switch scheme {
        case "http", "https":
            let host = rest.dropFirst(3)
            guard rest.starts(with: "://".utf8), !rest.contains(UInt8(ascii: " ")), let first = host.first,
                first.canBeginHost || first >= 0x80 && text[host.startIndex...].first.map(\.canBeginHost) == true
            else { return nil }
        case "file":
            guard rest.starts(with: ":///".utf8), text[colon...].count > 4 else { return nil }
        default: return nil
        }
        self.init(unchecked: written == scheme ? text : scheme + text[colon...])
    }

    /// Whether a text is a web address at the first look, as nearly all are: a start reads those of all feeds.
    private static func isPlain(_ text: String) -> Bool {
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        let bytes = text.utf8.span
        guard let host = scheme?.utf8.count, host < bytes.count, bytes[host].canBeginHost else { return false }
        for index in bytes.indices where bytes[index] <= 0x20 || bytes[index] >= 0x7F { return false }
        return true
    }

    /// The address that a person typed, who may leave out the scheme of a page on the web.
    package init(typed text: String) throws(Failure) {
        let host = text.prefix { $0 != "/" && $0 != ":" }
        let lacksScheme = host.contains(".") && !text.contains("://")
        guard let address = Address(text) ?? (lacksScheme ? Address("https://" + text) : nil), address.isURL else {
            throw Failure(description: Self.complaint(aboutTyped: text))
        }
        self = address
    }

    /// What is meant by what a person typed without a scheme where the server speaks only http; nil where they said it all.
    package init?(typedWithoutScheme text: String) {
        guard Address(text) == nil, (try? Address(typed: text)) != nil else { return nil }
        self.init("http://" + text)
    }

    /// The address that a list, a page or a server gave: it leads to the web, or it is none.
    package init?(fromOutside text: String) {
        // Browsers hand feeds over so.
        let text = text.hasPrefix("feed:") ? String(text.dropFirst("feed:".count)) : text
        guard let address = Address(text.hasPrefix("//") ? "http:" + text : text), address.isOnTheWeb,
            address.isURL
        else {
            return nil
        }
        self.init(unchecked: Self.escaped(address.url))
    }

    /// With percent signs for what no address has as it is (RFC 3986, 2), since not only lede reads the urls file.
    private static func escaped(_ url: String) -> String {
        guard url.utf8.contains(where: strange.contains) else { return url }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in url.utf8 {
            bytes +=
                strange.contains(byte) ? [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] : [byte]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let strange = Array("\"<>\\^`{|}".utf8)

    /// Why what was typed is no address.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    private static func complaint(aboutTyped text: String) -> String {
        for scheme in ["exec:", "filter:", "query:"] where text.hasPrefix(scheme) {
            return "lede can't add “\(scheme)” lines: write the line into the urls file yourself"
        }
        return complaint(about: text)
    }

    /// Whether it leads to the web, and not to a file of this machine.
    package var isOnTheWeb: Bool { !url.lowercased().hasPrefix("file:") }

    /// Whether a browser would take it. That isn't asked of the urls file: a start reads many addresses, and a fetch tells.
    private var isURL: Bool { WebURL(url) != nil }

    /// What its site begins with, without a name and a password; nil where it leads to no site.
    package var frontPage: String? {
        guard let origin = WebURL(url)?.origin else { return nil }
        return "\(origin.scheme)://\(origin.hostAndPort)/"
    }

    /// An address of the urls file, where the person may also have a command run: `exec:COMMAND` prints a feed, and
    /// `filter:COMMAND:URL` makes one of what is there.
    ///
    /// Only what the person wrote there themselves may come here.
    init?(inUrlsFile text: String) {
        if text.hasPrefix("exec:") {
            guard Self.isCommand(text.dropFirst("exec:".count)) else { return nil }
        } else if text.hasPrefix("filter:") {
            let parts = text.dropFirst("filter:".count).split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isCommand(parts[0]), Address(String(parts[1])) != nil else { return nil }
        } else {
            self.init(text)
            return
        }
        self.init(unchecked: text)
    }

    /// The address that takes the place of another one, with the command of a `filter:` line before it where that has one:
    /// it is the document that has moved.
    package func inPlace(of url: String) -> Address {
        guard url.hasPrefix("filter:") else { return self }
        let parts = url.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 ? Address(unchecked: "filter:\(parts[1]):\(self.url)") : self
    }

    private init(unchecked url: String) {
        self.url = url
    }

    private static func isCommand(_ text: Substring) -> Bool {
        let isUnseen = { (scalar: Unicode.Scalar) in scalar.isInvisible && scalar != "\t" && scalar != "\n" }
        return !text.allSatisfy(\.isWhitespace) && !text.unicodeScalars.contains(where: isUnseen)
    }

    /// What to say of text that is no address.
    static func complaint(about text: String) -> String {
        let text = text.shownAddress
        let shown = text.count > 200 ? "\(text.prefix(200))…" : text
        for (scheme, form) in [("exec:", "exec:COMMAND"), ("filter:", "filter:COMMAND:URL")]
        where text.hasPrefix(scheme) {
            return "“\(shown)” isn't a command for a feed: use \(form)"
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
