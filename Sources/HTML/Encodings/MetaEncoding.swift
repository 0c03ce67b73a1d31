/// A `meta` element's statement about the document's encoding.
struct MetaEncoding {
    var charset: String?
    var content: String?
    var httpEquiv: String?

    /// The encoding to use: a page whose `meta` element is readable isn't UTF-16, whatever it says.
    var encoding: CharacterEncoding? {
        let label: String?
        if let charset {
            label = charset
        } else if let content, httpEquiv?.lowercased() == "content-type" {
            label = Self.charset(in: content)
        } else {
            label = nil
        }
        guard let label, let encoding = CharacterEncoding(label: label) else { return nil }
        return encoding.asDeclared
    }

    /// The charset that a `content` attribute names (HTML Standard, 2.4.4).
    static func charset(in content: String) -> String? {
        let text = Array(content.utf8)
        var at = 0
        while at < text.count {
            guard let found = text[at...].indices.first(where: { hasWord(at: $0, text) }) else { return nil }
            at = found + 7
            while at < text.count, text[at].isHTMLSpace { at += 1 }
            guard at < text.count, text[at] == UInt8(ascii: "=") else { continue }
            at += 1
            while at < text.count, text[at].isHTMLSpace { at += 1 }
            guard at < text.count else { return nil }
            let quote = text[at]
            if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                guard let end = text[(at + 1)...].firstIndex(of: quote) else { return nil }
                return String(decoding: text[(at + 1)..<end], as: UTF8.self)
            }
            let end = text[at...].firstIndex { $0.isHTMLSpace || $0 == UInt8(ascii: ";") } ?? text.count
            return String(decoding: text[at..<end], as: UTF8.self)
        }
        return nil
    }

    private static func hasWord(at index: Int, _ text: [UInt8]) -> Bool {
        index + 7 <= text.count && zip(text[index..<index + 7], "charset".utf8).allSatisfy { $0.lowercased == $1 }
    }
}
