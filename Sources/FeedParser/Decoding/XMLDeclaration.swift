/// The line that an XML document may begin with, `<?xml version="1.0" encoding="…"?>`.
enum XMLDeclaration {
    /// The encoding that it names, as it is written there.
    ///
    /// White space, comments and a server's warnings may stand before it, but nobody should look for it all through a
    /// document.
    static func encoding(in document: ArraySlice<UInt8>) -> String? {
        let beginning = document.prefix(4096)
        guard let start = beginning.index(behind: "<?xml"),
            let end = beginning[start...].firstIndex(of: UInt8(ascii: ">")),
            let name = beginning[start..<end].index(behind: "encoding")
        else { return nil }
        let value = beginning[name..<end].drop { $0.isSpace || $0 == UInt8(ascii: "=") }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        return String(decoding: value.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// The index behind the first occurrence of a word.
    fileprivate func index(behind word: StaticString) -> Index? {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        return indices.first { self[$0] == word.first && self[$0...].starts(with: word) }.map { $0 + word.count }
    }
}
