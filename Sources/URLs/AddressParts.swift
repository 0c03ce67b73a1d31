import System

/// The parts of a URL with a host as they are written, for display. `WebURL` knows their meaning.
package struct AddressParts: Equatable, Sendable {
    package let scheme: Substring
    /// The user name and the password before the host.
    package let credentials: Substring?
    /// An IPv6 address keeps its brackets.
    package let host: Substring
    package let port: Substring?
    package let path: Substring
    /// The path, the query and the fragment, with their leading signs.
    package let rest: Substring

    /// Nil if the text isn't `scheme://…`.
    package init?(_ text: some StringProtocol) {
        var text = Substring(text)
        guard let places = text.withUTF8({ AddressPlaces($0) }) else { return nil }
        func part(_ place: Range<Int>) -> Substring {
            let start = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
            return text[start..<text.utf8.index(start, offsetBy: place.count)]
        }
        scheme = part(places.scheme)
        credentials = places.credentials.map(part)
        host = part(places.host)
        port = places.port.flatMap { $0.isEmpty ? nil : part($0) }
        path = part(places.path)
        rest = text[path.startIndex...]
    }
}

/// The positions of the parts of a URL with a host, in bytes. The URL isn't parsed, only split as it is written.
///
/// A backslash ends the host, too, because browsers read it as a slash.
package struct AddressPlaces: Equatable, Sendable {
    package let scheme: Range<Int>
    /// The user name and the password before the host.
    package let credentials: Range<Int>?
    /// An IPv6 address keeps its brackets.
    package let host: Range<Int>
    /// Empty if a colon without digits follows the host.
    package let port: Range<Int>?
    package let path: Range<Int>
    /// Without the question mark.
    package let query: Range<Int>?
    /// Without the number sign.
    package let fragment: Range<Int>?

    /// Nil if the text isn't `scheme://…`.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard let colon = text.firstIndex(of: .colon), text[colon...].starts(with: "://".utf8),
            text[..<colon].isScheme
        else { return nil }
        scheme = 0..<colon
        let authority = colon + 3..<(text[(colon + 3)...].firstIndex { $0.endsAuthority } ?? text.count)
        let at = text[authority].lastIndex(of: .at)
        credentials = at.map { authority.lowerBound..<$0 }
        let place = (at.map { $0 + 1 } ?? authority.lowerBound)..<authority.upperBound
        if let colon = text[place].lastIndex(of: .colon), text[(colon + 1)..<place.upperBound].allSatisfy(\.isDigit) {
            host = place.lowerBound..<colon
            port = colon + 1..<place.upperBound
        } else {
            host = place
            port = nil
        }
        let hash = text[authority.upperBound...].firstIndex(of: .hash)
        let restEnd = hash ?? text.count
        let question = text[authority.upperBound..<restEnd].firstIndex(of: .question)
        path = authority.upperBound..<(question ?? restEnd)
        query = question.map { $0 + 1..<restEnd }
        fragment = hash.map { $0 + 1..<text.count }
    }
}

extension Collection<UInt8> {
    /// Whether the bytes are a scheme (RFC 3986, 3.1).
    fileprivate var isScheme: Bool { first?.isLetter == true && allSatisfy(\.isOfScheme) }
}

extension String {
    /// The address as lede shows it: without credentials, and with a host that can't pass for another.
    ///
    /// It also takes what the urls file has in the place of an address: a command, or a command and an address.
    package var shownAddress: String {
        guard utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 >= 0x80 || $0.isUppercase }) else { return self }
        let text = withoutCredentials
        let start = FilterAddress(text)?.address.startIndex ?? text.startIndex
        guard let parts = AddressParts(text[start...]) else { return text }
        let host = HostName(parts.host)
        guard host.shown != parts.host else { return text }
        return text[..<parts.host.startIndex] + host.shown + text[parts.host.endIndex...]
    }

    /// Whether it holds a name or a password.
    package var holdsCredentials: Bool { withoutCredentials != self }

    /// The text without the user names and passwords in its URLs.
    ///
    /// The text may be a URL, a command line or a sentence. A password with a slash or a `#` breaks its URL, but is
    /// still a password: if the host is uncertain, an ellipsis replaces it.
    package var withoutCredentials: String {
        guard utf8.contains(UInt8(ascii: "@")) else { return self }
        let bytes = utf8
        var shown = ""
        var kept = startIndex
        // A single word may contain very many URLs.
        var word = bytes[..<startIndex]
        var lastAt: Index?
        while let sign = bytes[kept...].addressSign {
            let start = bytes.index(sign, offsetBy: 3)
            if start >= word.endIndex {
                word = bytes[start...].prefix { !$0.endsWord }
                lastAt = word.lastIndex(of: UInt8(ascii: "@"))
            }
            shown += self[kept..<start]
            kept = start
            let place = word[start...].prefix { !$0.endsAuthority }
            if let at = place.lastIndex(of: UInt8(ascii: "@")) {
                kept = bytes.index(after: at)
            } else if place.hasBrokenPort, let lastAt, lastAt > start {
                shown += "…@"
                kept = bytes.index(after: lastAt)
            }
            // A browser's path may be another program's password.
            let authority = word[kept...].prefix { !"/?#".utf8.contains($0) }
            if let slash = authority.firstIndex(of: UInt8(ascii: "\\")),
                let at = authority.lastIndex(of: UInt8(ascii: "@")), slash < at
            {
                shown += self[kept...slash] + "…"
                kept = at
            }
        }
        return shown + self[kept...]
    }
}

extension Substring.UTF8View {
    /// Where the next `://` begins.
    fileprivate var addressSign: Index? {
        var rest = self
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            rest = rest[colon...]
            if rest.starts(with: "://".utf8) { return colon }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// Whether it has a colon that no port follows, as in “name:password”.
    fileprivate var hasBrokenPort: Bool {
        guard first != UInt8(ascii: "["), let colon = firstIndex(of: UInt8(ascii: ":")) else { return false }
        return !self[colon...].dropFirst().allSatisfy(\.isDigit)
    }
}

extension String {
    /// The URL without `http://` or `https://`, which nearly all URLs begin with.
    package var withoutScheme: String {
        let scheme = ["https://", "http://"].first(where: hasPrefix)
        return String(dropFirst(scheme?.count ?? 0))
    }
}

/// `filter:COMMAND:URL` as in the urls file: a command that turns a document into a feed.
package struct FilterAddress: Equatable, Sendable {
    package let command: Substring
    /// The URL of the document.
    package let address: Substring

    /// Nil if the text has another form.
    package init?(_ text: some StringProtocol) {
        let text = Substring(text)
        guard text.utf8.starts(with: "filter:".utf8) else { return nil }
        let rest = text.utf8.dropFirst("filter:".utf8.count)
        guard let colon = rest.firstIndex(of: .colon) else { return nil }
        command = text[rest.startIndex..<colon]
        address = text[rest.index(after: colon)...]
    }
}

// What lede may do with an address, decided by its beginning. Lists and screens ask this often, so nothing is parsed.
// `WebURL` answers the same questions about a parsed URL.
extension StringProtocol {
    /// The scheme; nil if there is none.
    package var scheme: SubSequence? {
        guard let colon = utf8.firstIndex(of: .colon), utf8[..<colon].isScheme else { return nil }
        return self[..<colon]
    }

    /// Whether it leads to the web. If a document, a list or a server asks for it, lede opens and fetches nothing else.
    package var isWebAddress: Bool { startsCaseless("https://") || startsCaseless("http://") }

    /// Whether it may be passed to the terminal, which might start any program for other schemes.
    package var isForTerminals: Bool {
        ["https:", "http:", "mailto:"].contains { startsCaseless($0) }
    }

    /// Whether a command creates or changes the document.
    package var runsCommand: Bool { hasPrefix("exec:") || hasPrefix("filter:") }

    /// The path of a `file:///` URL, as it is written; nil for others.
    package var pathOfFile: SubSequence? {
        startsCaseless("file:///") ? self[utf8.index(startIndex, offsetBy: "file://".utf8.count)...] : nil
    }

    /// The text with a scheme, which is added if it has none.
    package func withScheme(orElse scheme: String) -> String { contains("://") ? String(self) : "\(scheme)://\(self)" }

    /// Whether it begins with `text`, given in lower case, in any case.
    private func startsCaseless(_ text: StaticString) -> Bool {
        // Generic code that the compiler didn't specialise is slow. Comparing bytes needs none.
        if let starts = utf8.withContiguousStorageIfAvailable({ $0.startsCaseless(text) }) { return starts }
        var copy = String(self)
        return copy.withUTF8 { $0.startsCaseless(text) }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether these bytes of a document are an address on the web: with something behind its slashes.
    package var isWebAddress: Bool {
        (startsCaseless("http://") && count > 7) || (startsCaseless("https://") && count > 8)
    }

    /// Whether they begin with a scheme, so that they need no base URL.
    package var hasScheme: Bool {
        guard first?.isLetter == true, let end = firstIndex(where: { !$0.isOfScheme }) else { return false }
        return self[end] == .colon
    }

    fileprivate func startsCaseless(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where self[index].lowercased != text.utf8Start[index] { return false }
        return true
    }
}

// The meaning of bytes in a URL.
extension UInt8 {
    static let hash = UInt8(ascii: "#")
    static let percent = UInt8(ascii: "%")
    static let dot = UInt8(ascii: ".")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let question = UInt8(ascii: "?")
    static let at = UInt8(ascii: "@")
    static let openingBracket = UInt8(ascii: "[")
    static let backslash = UInt8(ascii: "\\")
    static let closingBracket = UInt8(ascii: "]")
    static let bar = UInt8(ascii: "|")

    /// Whether a scheme may contain it after the first letter (RFC 3986, 3.1).
    var isOfScheme: Bool {
        isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == .dot
    }

    /// Whether it is a space or a control character, which ends a URL.
    fileprivate var endsWord: Bool { self <= 0x20 || self == 0x7F }

    /// Whether it ends the part with the host.
    var endsAuthority: Bool { self == .slash || self == .question || self == .hash || self == .backslash }

    /// The digit for a number below 16, as percent-encoding writes it.
    var hexDigit: UInt8 { self < 10 ? UInt8(ascii: "0") + self : UInt8(ascii: "A") + self - 10 }
}
