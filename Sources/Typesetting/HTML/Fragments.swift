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
