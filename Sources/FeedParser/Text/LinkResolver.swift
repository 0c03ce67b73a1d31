import System
import URLs

/// Resolves the relative links of a document, from the current base.
final class LinkResolver {
    /// The base of relative links; nil leaves them unchanged.
    var base: Base?

    /// The bytes that base URLs may still add to the document's links.
    private var budget = FeedLimits.resolvedLinks

    init(base text: String?) {
        base = text.flatMap { Base($0) }
    }

    /// A URL split so that most links only need one of its parts as a prefix.
    final class Base {
        let text: String
        fileprivate let url: WebURL?
        /// Its scheme and host as in the document: the identity of items must not depend on lede's spelling of hosts.
        fileprivate let origin: String?
        /// The URL up to the last slash of its path.
        fileprivate let folder: String?

        /// Nil if it is longer than URLs are.
        init?(_ text: String) {
            guard !text.isEmpty, text.utf8.count <= FeedLimits.baseURL else { return nil }
            self.text = text
            url = WebURL(text)
            guard let url, let parts = AddressParts(text), url.host?.isEmpty == false,
                text.utf8.allSatisfy({ $0 > 0x20 })
            else {
                (origin, folder) = (nil, nil)
                return
            }
            let origin = String(text[..<parts.rest.startIndex])
            self.origin = origin
            folder = url.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { origin + url.path[...$0] }
        }

        /// Returns the target; nil if the link can't be resolved.
        fileprivate func resolved(_ link: UTF8Bytes) -> String? {
            guard let url, let target = WebURL(String(link), base: url) else { return nil }
            guard let origin, target.beginning == url.beginning else { return target.href }
            return origin + target.pathAndRest
        }
    }

    /// Changes the base, perhaps to a relative URL. Ignores one that is longer than URLs are.
    func rebase(on address: UTF8Bytes) {
        if let base = resolve(address).flatMap({ Base($0) }) { self.base = base }
    }

    /// Returns the absolute link; nil if it is blank.
    func resolve(_ link: UTF8Bytes) -> String? {
        let link = link.trimmed
        guard !link.isEmpty else { return nil }
        // A line break in a URL isn't the author's (URL Standard, section 4.4).
        if link.contains(where: { $0.isControl }) {
            var address = ByteBuffer(capacity: link.count)
            for byte in link where !byte.isControl { address.append(byte) }
            return resolve(address.bytes)
        }
        guard isRelative(link) else { return String(link) }
        var address = ByteBuffer(capacity: link.count + 64)
        appendResolved(link, to: &address)
        return String(address.bytes)
    }

    /// Returns HTML with absolute links, copied unchanged if there is nothing to resolve.
    func resolve(html: UTF8Bytes) -> String {
        guard base != nil else { return String(html) }
        var output = ByteBuffer(capacity: 0)
        var copied = 0
        var links = HTMLLinks(html)
        while let range = links.next() {
            let link = html.part(range).trimmed
            guard needsBase(link) else { continue }
            output.append(html.part(copied..<range.lowerBound))
            appendResolved(link, to: &output)
            copied = range.upperBound
        }
        guard copied > 0 else { return String(html) }
        output.append(html.part(copied..<html.count))
        return String(output.bytes)
    }

    /// Appends a trimmed HTML link, made absolute.
    func append(_ link: UTF8Bytes, to buffer: inout ByteBuffer) {
        if needsBase(link) {
            appendResolved(link, to: &buffer)
        } else {
            buffer.append(link)
        }
    }

    /// Whether a link of HTML needs the base. A link within the text, such as to a footnote, must not lead to the
    /// feed's document.
    private func needsBase(_ link: UTF8Bytes) -> Bool {
        !link.isEmpty && link[0] != UInt8(ascii: "#") && isRelative(link)
    }

    // A link that is too long, or beyond the budget, doesn't count either.
    private func isRelative(_ link: UTF8Bytes) -> Bool {
        guard let base, !link.isEmpty, link.count <= FeedLimits.baseURL, !link.hasScheme,
            budget >= base.text.utf8.count
        else { return false }
        budget -= base.text.utf8.count
        return true
    }

    private func appendResolved(_ link: UTF8Bytes, to buffer: inout ByteBuffer) {
        guard let base else { return buffer.append(link) }
        if let part = link[0] == UInt8(ascii: "/") ? base.origin : base.folder, link.isPlainPath {
            buffer.append(part)
            buffer.append(link)
        } else {
            if let target = base.resolved(link) { buffer.append(target) } else { buffer.append(link) }
        }
    }
}

extension UTF8Bytes {
    /// Whether this is a path without dot segments that browsers wouldn't change.
    fileprivate var isPlainPath: Bool {
        var previous = UInt8(ascii: "/")
        for (index, byte) in enumerated() {
            switch byte {
            case UInt8(ascii: "."):
                if previous == UInt8(ascii: "/") { return false }
            case UInt8(ascii: "/"):
                if previous == byte, index > 0 { return false }
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                return index > 0 && self[(startIndex + index)...].allSatisfy { $0.isPlainInURL }
            case UInt8(ascii: "%"):
                // An escaped dot is also a dot.
                return false
            default:
                guard byte.isPlainInURL else { return false }
            }
            previous = byte
        }
        return true
    }
}

extension UInt8 {
    /// Whether every part of a URL after the host may contain this byte.
    fileprivate var isPlainInURL: Bool {
        isLetter || isDigit || "-._~!$&()*+,;=:@%/?".utf8.contains(self) || self == UInt8(ascii: "#")
    }
}

/// Finds the values of link attributes in HTML.
struct HTMLLinks {
    private let html: UTF8Bytes
    private var at = 0
    private var isInsideOfTag = false

    init(_ html: UTF8Bytes) {
        self.html = html
    }

    /// Returns the range of the next link, without its quotes.
    mutating func next() -> Range<Int>? {
        while isInsideOfTag || enterTag() {
            while let (name, value) = nextAttribute() {
                if Self.holdsLink(name) { return value }
            }
            isInsideOfTag = false
        }
        return nil
    }

    /// Whether an attribute of this name has a URL, in any element.
    static func holdsLink(_ name: UTF8Bytes) -> Bool {
        switch name.count {
        case 3: name.isCaseless("src")
        case 4: name.isCaseless("href") || name.isCaseless("cite") || name.isCaseless("data")
        case 6: name.isCaseless("poster") || name.isCaseless("action")
        case 8: name.isCaseless("longdesc")
        default: false
        }
    }

    private mutating func enterTag() -> Bool {
        while let tag = html.index(of: "<", from: at) {
            at = tag + 1
            guard at < html.count, html[at].isLetter else { continue }
            while at < html.count, !html[at].endsName { at += 1 }
            isInsideOfTag = true
            return true
        }
        return false
    }

    // Returns nil at the end of the tag or text. Skips attributes without a value.
    private mutating func nextAttribute() -> (name: UTF8Bytes, value: Range<Int>)? {
        while at < html.count {
            let byte = html[at]
            if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") { return nil }
            if byte.endsName {
                at += 1
                continue
            }
            let nameStart = at
            while at < html.count, !html[at].endsName { at += 1 }
            let name = html.part(nameStart..<at)
            skipSpace()
            guard at < html.count, html[at] == UInt8(ascii: "=") else { continue }
            at += 1
            skipSpace()
            return value().map { (name, $0) }
        }
        return nil
    }

    // Returns nil for an unclosed quote.
    private mutating func value() -> Range<Int>? {
        guard at < html.count else { return nil }
        let start: Int
        let end: Int
        if html[at] == UInt8(ascii: "\"") || html[at] == UInt8(ascii: "'") {
            start = at + 1
            guard let quote = html.index(of: html[at], from: start) else {
                at = html.count
                return nil
            }
            end = quote
            at = end + 1
        } else {
            start = at
            while at < html.count, !html[at].isSpace, html[at] != UInt8(ascii: ">") { at += 1 }
            end = at
        }
        return start..<end
    }

    private mutating func skipSpace() {
        while at < html.count, html[at].isSpace { at += 1 }
    }
}

extension UInt8 {
    fileprivate var endsName: Bool {
        isSpace || self == UInt8(ascii: "=") || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
            || self == UInt8(ascii: "<") || self == UInt8(ascii: "\"") || self == UInt8(ascii: "'")
    }
}
