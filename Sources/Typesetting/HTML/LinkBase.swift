import Addresses

/// What the links of a text are relative to.
struct LinkBase {
    /// The bytes of a base: every link of a document gets a copy of it, and no page of the web has a longer address.
    private static let longest = 2 << 10

    private let url: WebURL?
    /// The address of the text itself, without a fragment.
    let address: String?
    /// What stands before a path that begins at the root: `https://lede.example`.
    private let root: String
    /// What stands before a path that goes on from the base: `https://lede.example/articles/`.
    private let folder: String

    /// An address that nothing can be relative to is as good as none.
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
        // People read the host as it was written.
        root = AddressParts(written).map { String(written[..<$0.rest.startIndex]) } ?? String(url.beginning)
        folder = root + url.path[...slash]
    }

    /// The absolute address that an `href` or a `src` means; nil where there is none or it is of a kind that we don't
    /// open.
    func target(of reference: String) -> String? {
        if !reference.utf8.contains(UInt8(ascii: "\\")) {
            let reference = Self.escaped(reference)
            if reference.hasPrefix("https://") || reference.hasPrefix("http://") { return reference }
            // Most links are one of these, which need not be taken apart.
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

    /// Whether the reference is a path that goes straight to its end: without a scheme, an authority or dot segments.
    private static func isPlainPath(_ reference: String) -> Bool {
        var isAfterSlash = false
        for byte in reference.utf8 {
            if isAfterSlash, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/") { return false }
            if byte == UInt8(ascii: ":") { return false }
            isAfterSlash = byte == UInt8(ascii: "/")
        }
        return true
    }

    /// Line breaks and tabs go, as browsers do it; what has no place in a URI or on a terminal is percent-encoded.
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
    /// Whether the byte stands in an address as it is: ASCII that is neither space nor a mark which `escaped` encodes.
    fileprivate var isPlainInAddress: Bool {
        switch self {
        case ...0x20, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B...0x7D, 0x7F...: false
        default: true
        }
    }
}
