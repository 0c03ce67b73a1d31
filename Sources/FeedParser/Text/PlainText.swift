import HTML
import System

/// The words of a line of HTML, such as a title: tags stripped, references decoded once, white space collapsed.
enum PlainText {
    static func of(html: String) -> String {
        var html = html
        return html.withUTF8 { of(html: $0) }
    }

    static func of(html: UTF8Bytes) -> String {
        guard html.contains("<") || html.contains("&") else { return line(html) }
        var text = ByteBuffer(capacity: html.count)
        var at = 0
        while at < html.count {
            if let tag = SkippedTag(at: at, in: html) {
                if tag.separatesWords { text.append(0x20) }
                at = tag.end
            } else if let reference = CharacterReference(closedAt: at, in: html) {
                text.append(reference)
                at = reference.end
            } else {
                text.append(html[at])
                at += 1
            }
        }
        return line(text.bytes)
    }

    /// Returns the text on one line, with each run of white space and control characters as one space.
    static func line(_ text: UTF8Bytes) -> String {
        let text = text.trimmed
        guard !isLine(text) else { return String(text) }
        var line = ByteBuffer(capacity: text.count)
        for byte in text {
            if byte > 0x20 && byte != 0x7F {
                line.append(byte)
            } else if line.count > 0, line.bytes.last != 0x20 {
                line.append(0x20)
            }
        }
        if line.bytes.last == 0x20 { line.truncate(to: line.count - 1) }
        return String(line.bytes)
    }

    private static func isLine(_ text: UTF8Bytes) -> Bool {
        var previous: UInt8 = 0
        for byte in text {
            if byte < 0x20 || byte == 0x7F || (byte == 0x20 && previous == 0x20) { return false }
            previous = byte
        }
        return true
    }
}

/// Converts plain text of several lines to HTML that looks the same.
enum Paragraphs {
    /// Returns HTML in which a blank line ends a paragraph, and other line ends break the line. Empty if the text is
    /// too long.
    static func html(of text: UTF8Bytes) -> String {
        guard text.count <= FeedLimits.plainText else { return "" }
        var html = ByteBuffer(capacity: text.count + 32)
        var isOpen = false
        var start = 0
        while start < text.count {
            let end = text.index(of: "\n", from: start) ?? text.count
            let line = text.part(start..<end).trimmed
            start = end + 1
            if !line.isEmpty {
                html.append(isOpen ? "<br>" : "<p>")
                html.append(escaping: line)
            } else if isOpen {
                html.append("</p>")
            }
            isOpen = !line.isEmpty
        }
        if isOpen { html.append("</p>") }
        return String(html.bytes)
    }

    static func html(of text: String) -> String {
        var text = text
        return text.withUTF8 { html(of: $0) }
    }
}

/// A tag, comment or declaration in a run of HTML.
private struct SkippedTag {
    /// The index after its last byte.
    let end: Int
    private let element: HTMLTag?

    /// Nil unless a tag begins here. A mere less-than sign, as in "a < b" and "Vec<T>", isn't one.
    init?(at start: Int, in html: UTF8Bytes) {
        guard html[start] == UInt8(ascii: "<"), let end = Self.end(of: start, in: html) else { return nil }
        var nameStart = start + 1
        let isDeclaration = html[nameStart] == UInt8(ascii: "!")
        while html[nameStart] == UInt8(ascii: "/") { nameStart += 1 }
        var nameEnd = nameStart
        while html[nameEnd].isLetter || html[nameEnd].isDigit { nameEnd += 1 }
        self.end = end
        element = HTMLTag(named: html.part(nameStart..<nameEnd))
        guard isDeclaration || element.map(Self.isLikely) == true else { return nil }
    }

    /// Whether the tag separates the words around it even without a space.
    var separatesWords: Bool {
        switch element {
        case .br, .p, .div, .li, .ul, .ol, .td, .tr, .hr, .h1, .h2, .h3, .blockquote: true
        default: false
        }
    }

    // This stops at the next "<", so that a run of unclosed tags takes linear time.
    private static func end(of start: Int, in html: UTF8Bytes) -> Int? {
        var quote: UInt8?
        for at in (start + 1)..<html.count {
            switch html[at] {
            case UInt8(ascii: "<"): return nil
            case UInt8(ascii: ">") where quote == nil: return at + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil, html[at - 1] == UInt8(ascii: "=") {
                    quote = html[at]
                } else if quote == html[at] {
                    quote = nil
                }
            default: break
            }
        }
        return nil
    }

    /// Whether the element is likely in a title. Names like `output` in angle brackets rather belong to another
    /// language.
    private static func isLikely(_ element: HTMLTag) -> Bool {
        switch element {
        case .image, .output, .search, .slot, .template: false
        default: !element.isOfDrawingOrMath
        }
    }
}

extension CharacterReference {
    /// Nil unless a reference that HTML knows begins here and ends with a semicolon. "AT&T" and "?a=1&copy=2" contain
    /// none.
    init?(closedAt start: Int, in html: UTF8Bytes) {
        guard html[start] == UInt8(ascii: "&"), let reference = CharacterReference(at: start, in: html.span),
            html[reference.end - 1] == UInt8(ascii: ";")
        else { return nil }
        self = reference
    }

    /// The characters with this name in XML. They are the same as in HTML, except for two brackets of XHTML 1.0.
    static func characters(namedInXML name: UTF8Bytes) -> [Unicode.Scalar]? {
        if name == "lang" { return ["\u{2329}"] }
        if name == "rang" { return ["\u{232A}"] }
        return CharacterReference(named: name.span).map { [$0.first] + [$0.second].compactMap(\.self) }
    }
}

extension ByteBuffer {
    mutating func append(_ reference: CharacterReference) {
        append(reference.first.withoutControl)
        if let second = reference.second { append(second) }
    }
}

extension Unicode.Scalar {
    /// A space in place of a character that ends a line or column, and the replacement character in place of other
    /// control characters.
    var withoutControl: Unicode.Scalar {
        switch value {
        case 0x09, 0x0A, 0x0D: " "
        case ..<0x20, 0x7F...0x9F: UTF8Repair.replacement
        default: self
        }
    }
}

extension String {
    /// The text with each HTML character reference decoded once.
    package var decodingCharacterReferences: String {
        guard utf8.contains(UInt8(ascii: "&")) else { return self }
        var source = self
        return source.withUTF8 { source in
            var text = ByteBuffer(capacity: source.count)
            var at = 0
            while at < source.count {
                if let reference = CharacterReference(closedAt: at, in: source) {
                    text.append(reference)
                    at = reference.end
                } else {
                    text.append(source[at])
                    at += 1
                }
            }
            return String(text.bytes)
        }
    }
}

extension ByteBuffer {
    /// Appends text escaped for HTML.
    mutating func append(escaping text: UTF8Bytes) {
        var start = 0
        while let index = text.indexToEscape(from: start) {
            append(text.part(start..<index))
            switch text[index] {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            default: append("&quot;")
            }
            start = index + 1
        }
        append(text.part(start..<text.count))
    }
}

extension UTF8Bytes {
    fileprivate func indexToEscape(from start: Int) -> Int? {
        var at = start
        let raw = UnsafeRawBufferPointer(self)
        while at + 8 <= count, !raw.loadUnaligned(fromByteOffset: at, as: UInt64.self).hasByteToEscape { at += 8 }
        // All four are below 64, so a bit of one word represents each.
        let marks: UInt64 = 1 << 0x22 | 1 << 0x26 | 1 << 0x3C | 1 << 0x3E
        while at < count {
            if self[at] < 64 && marks >> UInt64(self[at]) & 1 == 1 { return at }
            at += 1
        }
        return nil
    }
}

extension UInt64 {
    fileprivate var hasByteToEscape: Bool {
        has(UInt8(ascii: "&")) || has(UInt8(ascii: "<")) || has(UInt8(ascii: ">")) || has(UInt8(ascii: "\""))
    }

    // Subtracting one borrows from a byte's highest bit only if the byte is zero (S. E. Anderson, "Bit Twiddling
    // Hacks").
    private func has(_ byte: UInt8) -> Bool {
        let zeroed = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        return (zeroed &- 0x0101_0101_0101_0101) & ~zeroed & 0x8080_8080_8080_8080 != 0
    }
}
