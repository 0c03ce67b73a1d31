import System

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

/// Looks for an encoding in the first bytes of a document, before anything is parsed (HTML Standard, 13.2.3.2).
private struct MetaPrescan {
    private let bytes: ArraySlice<UInt8>
    private var index: Int

    /// The encoding that a `meta` element among the first 1,024 bytes names.
    static func encoding(in document: [UInt8]) -> CharacterEncoding? {
        var scan = MetaPrescan(document.prefix(1024))
        return scan.encoding()
    }

    private init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    private mutating func encoding() -> CharacterEncoding? {
        while index < bytes.endIndex {
            if starts("<!--") {
                // The same dashes may start and end the comment.
                index += 2
                guard skip(behind: "-->") else { return nil }
            } else if starts("<meta"), isSpaceOrSlash(at: index + 5) {
                index += 5
                var meta = MetaEncoding()
                while let (name, value) = attribute() { record(name, value, &meta) }
                if let encoding = meta.encoding { return encoding }
                index += 1
            } else if starts("<"), isLetter(at: index + 1) || starts("</") && isLetter(at: index + 2) {
                while index < bytes.endIndex, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") {
                    index += 1
                }
                while attribute() != nil {}
                index += 1
            } else if starts("<!") || starts("</") || starts("<?") {
                guard skip(behind: ">") else { return nil }
            } else {
                index += 1
            }
        }
        return nil
    }

    private func record(_ name: String, _ value: String, _ meta: inout MetaEncoding) {
        switch name {
        case "charset": meta.charset = meta.charset ?? value
        case "content": meta.content = meta.content ?? value
        case "http-equiv": meta.httpEquiv = meta.httpEquiv ?? value
        default: break
        }
    }

    private mutating func attribute() -> (name: String, value: String)? {
        while index < bytes.endIndex, bytes[index].isHTMLSpace || bytes[index] == UInt8(ascii: "/") { index += 1 }
        guard index < bytes.endIndex, bytes[index] != UInt8(ascii: ">") else { return nil }
        let nameStart = index
        while index < bytes.endIndex, !isSpaceOrSlash(at: index), bytes[index] != UInt8(ascii: ">"),
            bytes[index] != UInt8(ascii: "=") || index == nameStart
        {
            index += 1
        }
        let name = string(nameStart..<index)
        skipSpaces()
        guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "=") else { return (name, "") }
        index += 1
        skipSpaces()
        guard index < bytes.endIndex else { return nil }
        let quote = bytes[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard let end = bytes[(index + 1)...].firstIndex(of: quote) else {
                index = bytes.endIndex
                return nil
            }
            let value = string(index + 1..<end)
            index = end + 1
            return (name, value)
        }
        let valueStart = index
        while index < bytes.endIndex, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") { index += 1 }
        // A value that the end of the bytes cuts off doesn't count.
        return index < bytes.endIndex ? (name, string(valueStart..<index)) : nil
    }

    private mutating func skipSpaces() { while index < bytes.endIndex, bytes[index].isHTMLSpace { index += 1 } }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self).lowercased() }

    private func starts(_ text: StaticString) -> Bool {
        guard index + text.utf8CodeUnitCount <= bytes.endIndex else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[index + $0].lowercased == text.utf8Start[$0] }
    }

    private func isLetter(at index: Int) -> Bool { index < bytes.endIndex && bytes[index].isLetter }

    private func isSpaceOrSlash(at index: Int) -> Bool {
        index < bytes.endIndex && (bytes[index].isHTMLSpace || bytes[index] == UInt8(ascii: "/"))
    }

    private mutating func skip(behind end: StaticString) -> Bool {
        while index < bytes.endIndex, !starts(end) { index += 1 }
        index += end.utf8CodeUnitCount
        return index <= bytes.endIndex
    }
}

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
