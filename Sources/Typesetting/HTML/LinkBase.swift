import Addresses

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
