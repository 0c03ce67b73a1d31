/// Makes the relative links of one document absolute, from whatever address they start from at the moment.
final class LinkResolver {
    /// The address that relative links start from; nil leaves them as they are.
    var base: Base?

    /// What base addresses may still add to the links of the document.
    private var budget = Limits.resolvedLinks

    init(base text: String?) {
        base = text.flatMap { Base($0) }
    }

    /// An address, taken apart so that most links need only be put behind a part of it.
    final class Base {
        let text: String
        fileprivate let reference: URLReference
        /// Where its path begins.
        fileprivate let origin: String?
        /// Up to the last slash of its path.
        fileprivate let folder: String?

        /// Nil for one that is longer than addresses are.
        init?(_ text: String) {
            guard !text.isEmpty, text.utf8.count <= Limits.baseURL else { return nil }
            self.text = text
            reference = URLReference(text)
            var root = reference
            (root.path, root.query, root.fragment) = ("", nil, nil)
            origin = root.scheme != nil && root.authority != nil ? root.text : nil
            folder = origin == nil ? nil : URLReference("x").resolved(against: reference).text.dropLast().description
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
        guard let base, !link.isEmpty, link.count <= Limits.baseURL, !URLReference.hasScheme(link),
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
            buffer.append(URLReference(String(link)).resolved(against: base.reference).text)
        }
    }
}

extension Bytes {
    /// Whether this is a path without dot segments, and no address without its scheme, a query or a fragment.
    fileprivate var isPlainPath: Bool {
        var previous = UInt8(ascii: "/")
        for (index, byte) in enumerated() {
            if byte == UInt8(ascii: "."), previous == UInt8(ascii: "/") { return false }
            if byte == UInt8(ascii: "/"), previous == byte, index > 0 { return false }
            if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return index > 0 }
            previous = byte
        }
        return true
    }
}
