/// The first line of an XML document, `<?xml version="1.0" encoding="…"?>`.
enum XMLDeclaration {
    /// Returns the encoding that it names, as written.
    ///
    /// White space, comments and a server's warnings may come before it, but the search is limited.
    static func encoding(in document: ArraySlice<UInt8>) -> String? {
        let beginning = document.prefix(4096)
        guard let start = beginning.index(after: "<?xml"),
            let end = beginning[start...].firstIndex(of: UInt8(ascii: ">")),
            let name = beginning[start..<end].index(after: "encoding")
        else { return nil }
        let value = beginning[name..<end].drop { $0.isSpace || $0 == UInt8(ascii: "=") }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }
}
