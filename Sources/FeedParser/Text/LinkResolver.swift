import Addresses

/// Makes the relative links of one document absolute, from whatever address they start from at the moment.
final class LinkResolver {
    /// The address that relative links start from; nil leaves them as they are.
    var base: Base?

    /// What base addresses may still add to the links of the document.
    private var budget = Limits.resolvedLinks

    init(base text: String?) {
        base = text.flatMap { Base($0) }
    }

    /// A URL, taken apart so that most links need only be put behind a part of it.
    final class Base {
        let text: String
        fileprivate let url: WebURL?
        /// Its scheme and host as the document has them: what tells items apart doesn't change with how lede writes a host.
        fileprivate let origin: String?
        /// Up to the last slash of its path, with the origin.
        fileprivate let folder: String?

        /// Nil for one that is longer than addresses are.
        init?(_ text: String) {
            guard !text.isEmpty, text.utf8.count <= Limits.baseURL else { return nil }
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

        /// Nil where the link leads nowhere from here.
        fileprivate func resolved(_ link: Bytes) -> String? {
            guard let url, let target = WebURL(String(link), base: url) else { return nil }
            guard let origin, target.beginning == url.beginning else { return target.href }
            return origin + target.pathAndRest
        }
    }

    /// Starts from another address, itself perhaps a relative one; one that is longer than addresses are changes nothing.
    func rebase(on address: Bytes) {
        if let base = resolve(address).flatMap({ Base($0) }) { self.base = base }
    }

    /// A link made absolute; nil if it is blank.
    func resolve(_ link: Bytes) -> String? {
        let link = link.trimmed
        guard !link.isEmpty else { return nil }
        // A line break within an address is the typesetter's and not the author's (URL Standard, section 4.4).
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

    /// HTML with its links made absolute, copied as it is where there is nothing to resolve.
    func resolve(html: Bytes) -> String {
        guard base != nil else { return String(html) }
        var output = ByteBuffer(capacity: 0)
        var copied = 0
        var links = HTMLLinks(html)
        while let range = links.next() {
            let link = html.part(range).trimmed
            guard leadsElsewhere(link) else { continue }
            output.append(html.part(copied..<range.lowerBound))
            appendResolved(link, to: &output)
            copied = range.upperBound
        }
        guard copied > 0 else { return String(html) }
        output.append(html.part(copied..<html.count))
        return String(output.bytes)
    }

    /// Appends a link of HTML, which has no white space at its ends, made absolute.
    func append(_ link: Bytes, to buffer: inout ByteBuffer) {
        if leadsElsewhere(link) {
            appendResolved(link, to: &buffer)
        } else {
            buffer.append(link)
        }
    }

    /// Whether a link of HTML starts from the base. One to a place of the text, such as a footnote, would be led out of it, to the
    /// document of the feed.
    private func leadsElsewhere(_ link: Bytes) -> Bool {
        !link.isEmpty && link[0] != UInt8(ascii: "#") && isRelative(link)
    }

    // Neither is one that is longer than addresses are, or that the budget doesn't reach for.
    private func isRelative(_ link: Bytes) -> Bool {
        guard let base, !link.isEmpty, link.count <= Limits.baseURL, !link.hasScheme,
            budget >= base.text.utf8.count
        else { return false }
        budget -= base.text.utf8.count
        return true
    }

    private func appendResolved(_ link: Bytes, to buffer: inout ByteBuffer) {
        guard let base else { return buffer.append(link) }
        if let part = link[0] == UInt8(ascii: "/") ? base.origin : base.folder, link.isPlainPath {
            buffer.append(part)
            buffer.append(link)
        } else {
            if let target = base.resolved(link) { buffer.append(target) } else { buffer.append(link) }
        }
    }
}

extension Bytes {
    /// Whether this is a path without dot segments, and what a browser would write as it stands.
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
                // An escaped dot is one, too.
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
    /// Whether every part of a URL after the host may hold the byte as it is.
    fileprivate var isPlainInURL: Bool {
        isLetter || isDigit || "-._~!$&()*+,;=:@%/?".utf8.contains(self) || self == UInt8(ascii: "#")
    }
}
