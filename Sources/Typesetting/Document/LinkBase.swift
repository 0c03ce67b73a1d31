import System
import URLs

/// The base of a text's relative links.
struct LinkBase {
    /// The longest base in bytes. Every link may get a copy of it, and no web page has a longer URL.
    private static let longest = 2 << 10

    private let url: WebURL?
    /// The URL of the text itself, without a fragment.
    let address: String?
    /// The part before an absolute path: `https://lede.example`.
    private let root: String
    /// The part before a relative path: `https://lede.example/articles/`.
    private let folder: String

    /// A URL that can't be a base counts as none.
    init(_ address: String?) {
        guard let address, address.utf8.count <= Self.longest, let url = WebURL(address)?.withoutFragment,
            url.host != nil, url.mayBeLinked, let slash = url.path.lastIndex(of: "/")
        else {
            (url, self.address, root, folder) = (nil, nil, "", "")
            return
        }
        self.url = url
        let isPlain = !address.utf8.contains(UInt8(ascii: "\\"))
        let written = isPlain ? Self.escaped(address) : url.href
        self.address = String(written.prefix { $0 != "#" })
        // Users see the host as it was written.
        root = AddressParts(written).map { String(written[..<$0.rest.startIndex]) } ?? String(url.beginning)
        folder = root + url.path[...slash]
    }

    /// Returns the absolute URL of an `href` or `src`; nil if there is none, or one of a kind that lede doesn't open.
    func target(of reference: String) -> String? {
        if !reference.utf8.contains(UInt8(ascii: "\\")) {
            let reference = Self.escaped(reference)
            if reference.hasPrefix("https://") || reference.hasPrefix("http://") { return reference }
            // Most links are like this and need no parsing.
            if url != nil, let first = reference.utf8.first, Self.isPlainPath(reference) {
                if first == UInt8(ascii: "/") { return root + reference }
                if first.isLetter || first.isDigit { return folder + reference }
            }
        }
        guard reference.utf8.contains(where: { $0 > .space }), let target = WebURL(reference, base: url) else {
            return nil
        }
        return target.mayBeLinked ? target.href : nil
    }

    /// Whether the reference is a simple path, without a scheme, an authority or dot segments.
    private static func isPlainPath(_ reference: String) -> Bool {
        var isAfterSlash = false
        for byte in reference.utf8 {
            if isAfterSlash, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") { return false }
            if byte == UInt8(ascii: ":") { return false }
            isAfterSlash = byte == UInt8(ascii: "/")
        }
        return true
    }

    /// Removes line breaks and tabs as browsers do, and percent-encodes characters that URLs or terminals don't allow.
    private static func escaped(_ reference: String) -> String {
        if reference.utf8.allSatisfy(\.isPlainInAddress) { return reference }
        let bytes = reference.utf8.span
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var start = 0
        var end = bytes.count
        while start < end, bytes[start] <= .space { start += 1 }
        while end > start, bytes[end - 1] <= .space { end -= 1 }
        var index = start
        while index < end {
            let (codePoint, length) = bytes.codePoint(at: index)
            defer { index += length }
            switch codePoint {
            case 0x09, 0x0A, 0x0D: continue
            case 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D: break  // " < > \ ^ ` { | }
            default:
                if case .visible = CharacterKind(codePoint) {
                    for offset in index..<index + length { result.append(bytes[offset]) }
                    continue
                }
            }
            for offset in index..<index + length { appendPercentEncoded(bytes[offset], to: &result) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func appendPercentEncoded(_ byte: UInt8, to result: inout [UInt8]) {
        let digits: StaticString = "0123456789ABCDEF"
        digits.withUTF8Buffer { result.append(contentsOf: [UInt8(ascii: "%"), $0[Int(byte >> 4)], $0[Int(byte & 15)]]) }
    }
}

extension UInt8 {
    /// Whether a URL contains the byte unchanged: visible ASCII that `escaped` doesn't encode.
    fileprivate var isPlainInAddress: Bool {
        switch self {
        case ...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F...: false
        default: true
        }
    }
}

/// The positions in a text that its own links lead to, such as footnotes. They are found before the text is read,
/// because a link may come before or after its target.
struct Fragments {
    private var names: Set<String> = []

    /// The maximum number of links within a text. Further ones lead out of it.
    private static let most = 10_000
    private static let longest = 256
    private static let id = Array(" id".utf8)
    private static let name = Array(" name".utf8)

    init(in text: Span<UInt8>, at address: String?) {
        let address = Array((address ?? "").utf8)
        var wanted: Set<String> = []
        for index in 1..<max(1, text.count) where text[index] == UInt8(ascii: "#") {
            guard wanted.count < Self.most else { break }
            let previous = text[index - 1]
            let isBare =
                previous == UInt8(ascii: "\"") || previous == UInt8(ascii: "'") || previous == UInt8(ascii: "=")
            let isSelf = !address.isEmpty && previous == address.last && Self.ends(text, at: index, with: address)
            if isBare || isSelf, let name = Self.value(in: text, at: index + 1) { wanted.insert(Self.decoded(name)) }
        }
        if !wanted.isEmpty { find(wanted, in: text) }
    }

    /// Whether the text has this position and a link to it.
    func contains(_ name: String) -> Bool { names.contains(name) }

    /// The position that an `href` leads to; nil if it leads elsewhere.
    func place(of href: String, at address: String?) -> String? {
        guard !names.isEmpty, let mark = href.utf8.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        guard mark == href.startIndex || href[..<mark] == address ?? "" else { return nil }
        let name = Self.decoded(href.utf8[href.utf8.index(after: mark)...])
        return names.contains(name) ? name : nil
    }

    /// Looks for `id="…"` and `name="…"` with one of these names.
    private mutating func find(_ wanted: Set<String>, in text: Span<UInt8>) {
        for index in text.indices where text[index] == UInt8(ascii: "=") {
            guard Self.ends(text, at: index, with: Self.id) || Self.ends(text, at: index, with: Self.name) else {
                continue
            }
            let isQuoted =
                index + 1 < text.count && [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(text[index + 1])
            guard let value = Self.value(in: text, at: isQuoted ? index + 2 : index + 1) else { continue }
            let name = String(decoding: value, as: UTF8.self)
            if wanted.contains(name) { names.insert(name) }
        }
    }

    /// Whether the text ends with `suffix` at an index, in any case. A space stands for any white space.
    private static func ends(_ text: Span<UInt8>, at end: Int, with suffix: [UInt8]) -> Bool {
        guard end >= suffix.count else { return false }
        for offset in suffix.indices {
            let byte = text[end - suffix.count + offset]
            let isSame = suffix[offset] == .space ? byte.isHTMLSpace : byte.lowercased == suffix[offset].lowercased
            if !isSame { return false }
        }
        return true
    }

    /// The rest of an attribute's value; nil if it is empty or too long for a name.
    private static func value(in text: Span<UInt8>, at start: Int) -> [UInt8]? {
        var value: [UInt8] = []
        for index in start..<max(start, text.count) {
            let byte = text[index]
            let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
            if byte.isHTMLSpace || isQuote || byte == UInt8(ascii: ">") { break }
            guard value.count < longest else { return nil }
            value.append(byte)
        }
        return value.isEmpty ? nil : value
    }

    /// The name with percent-encoding decoded.
    private static func decoded(_ name: some Sequence<UInt8>) -> String {
        var bytes: [UInt8] = []
        for byte in name {
            bytes.append(byte)
            guard bytes.count >= 3, bytes[bytes.count - 3] == UInt8(ascii: "%") else { continue }
            if let value = UInt8(String(decoding: bytes.suffix(2), as: UTF8.self), radix: 16) {
                bytes.removeLast(3)
                bytes.append(value)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
