/// Finds the encoding of a page as browsers do (HTML Standard, 13.2.3.2).
package enum EncodingSniffer {
    /// The encoding of a page, from its first bytes, then the server, then the page.
    ///
    /// - Parameter label: the server's name for the encoding.
    package static func encoding(of page: [UInt8], labelledByServer label: String? = nil) -> CharacterEncoding {
        if let mark = byteOrderMark(of: page) { return mark.encoding }
        if let encoding = label.flatMap({ CharacterEncoding(label: $0) }) { return encoding }
        if page.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16le }
        if page.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16be }
        if let encoding = MetaPrescan.encoding(in: page) ?? xmlEncoding(of: page) { return encoding }
        // A browser that finds the element later starts again.
        if mayDeclare(page.dropFirst(1024)), let encoding = HTMLTree.declaredEncoding(in: page) { return encoding }
        return isUTF8BeyondASCII(page) ? .utf8 : .windows1252
    }

    /// The byte order mark at the start, and its length.
    static func byteOrderMark(of page: [UInt8]) -> (encoding: CharacterEncoding, length: Int)? {
        if page.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if page.starts(with: [0xFE, 0xFF]) { return (.utf16be, 2) }
        if page.starts(with: [0xFF, 0xFE]) { return (.utf16le, 2) }
        return nil
    }

    /// The encoding in an XML declaration, for XHTML served as HTML.
    private static func xmlEncoding(of page: [UInt8]) -> CharacterEncoding? {
        guard page.starts(with: "<?xml".utf8), let end = page.prefix(1024).firstIndex(of: UInt8(ascii: ">")),
            let word = page[..<end].firstRange(of: Array("encoding".utf8))
        else { return nil }
        let rest = page[word.upperBound..<end].drop { $0.isHTMLSpace }
        guard rest.first == UInt8(ascii: "=") else { return nil }
        let value = rest.dropFirst().drop { $0.isHTMLSpace }
        guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        let label = value.dropFirst().prefix { $0 != quote }
        return CharacterEncoding(label: String(decoding: label, as: UTF8.self))?.asDeclared
    }

    private static func mayDeclare(_ rest: ArraySlice<UInt8>) -> Bool {
        rest.withUnsafeBytes { bytes in
            let source = SourceBytes(bytes)
            let letter = UInt8(ascii: "c")
            var at = source.index(ofAny: letter, UInt8(ascii: "C"), letter, from: 0, to: source.count)
            while at < source.count, !source.has("charset", at: at) {
                at = source.index(ofAny: letter, UInt8(ascii: "C"), letter, from: at + 1, to: source.count)
            }
            return at < source.count
        }
    }

    // Text in another encoding is never valid UTF-8 by accident.
    private static func isUTF8BeyondASCII(_ page: [UInt8]) -> Bool {
        guard let span = try? UTF8Span(validating: page.span) else { return false }
        return !span.isKnownASCII
    }
}
