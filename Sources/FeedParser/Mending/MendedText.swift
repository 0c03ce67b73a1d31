import HTML
import System

/// The mended document as it grows. Only this type decides which characters it contains, and in which form.
struct MendedText {
    private(set) var bytes: [UInt8] = []
    /// The replacement texts of the document's entities.
    var entities: [NameHash: [UInt8]] = [:]
    private var entityBudget = FeedLimits.entities

    /// Whether it has exceeded the limit. Text that is appended now may get lost.
    var isFull: Bool { bytes.count > FeedLimits.mendedSize }

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends our own markup, or a checked name.
    mutating func append(_ markup: some Sequence<UInt8>) {
        bytes += markup
    }

    mutating func append(_ markup: StaticString) {
        bytes += UnsafeBufferPointer(start: markup.utf8Start, count: markup.utf8CodeUnitCount)
    }

    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func insert(_ markup: [UInt8], at index: Int) {
        bytes.insert(contentsOf: markup, at: index)
    }

    /// Removes everything from an index on.
    mutating func cut(at index: Int) {
        bytes.removeSubrange(index...)
    }

    /// Appends text from between tags or from an attribute.
    mutating func appendText(_ text: ByteView) {
        var at = text.startIndex
        while at < text.endIndex, !isFull {
            let special = text.firstIndex(from: at, where: Self.isSpecial)
            bytes += text[at..<special]
            guard special < text.endIndex else { return }
            at = special
            switch text[at] {
            case UInt8(ascii: "&"):
                at = appendReference(at: at, in: text)
            case UInt8(ascii: "<"):
                append("&lt;")
                at += 1
            case UInt8(ascii: ">"):
                // It must not follow two brackets (XML 1.0, section 2.4).
                if bytes.last == UInt8(ascii: "]") { append("&gt;") } else { append(UInt8(ascii: ">")) }
                at += 1
            case UInt8(ascii: "\""):
                append("&quot;")
                at += 1
            default:
                at = appendUnusual(at: at, in: text)
            }
        }
    }

    /// Appends the contents of a CDATA section, where ampersands and less-than signs are literal.
    mutating func appendCharacterData(_ text: ByteView) {
        append("<![CDATA[")
        var at = text.startIndex
        while at < text.endIndex, !isFull {
            let unusual = text.firstIndex(from: at, where: Self.isUnusual)
            bytes += text[at..<unusual]
            at = unusual < text.endIndex ? appendUnusual(at: unusual, in: text) : unusual
        }
        append("]]>")
    }

    /// Appends a reference; returns the index after it, or after the ampersand if it isn't one.
    private mutating func appendReference(at start: Int, in text: ByteView) -> Int {
        guard let reference = LooseReference(at: start, in: text) else {
            append("&amp;")
            return start + 1
        }
        switch reference.kind {
        case .predefined: bytes += text[start..<reference.end]
        case .number(let scalar): append(scalar)
        case .name(let name):
            if let value = entities[NameHash(exactly: name)], entityBudget >= value.count {
                entityBudget -= value.count
                bytes += value
            } else if let characters = CharacterReference.characters(namedInXML: name.bytes) {
                for character in characters { append(character) }
            } else {
                append("&amp;")
                return start + 1
            }
        }
        return reference.end
    }

    // ASCII stays a reference: it may be a less-than sign.
    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value > 0x7F {
            bytes += scalar.utf8
        } else if XMLCharacter.isAllowed(scalar) {
            append("&#")
            bytes += String(scalar.value).utf8
            append(UInt8(ascii: ";"))
        }
    }

    /// Appends the character at `start`, and returns the index after it.
    private mutating func appendUnusual(at start: Int, in text: ByteView) -> Int {
        let byte = text[start]
        // The document is valid UTF-8, so the rest of the character is there.
        switch byte {
        case ..<0x20:
            // A form feed separates words; other control characters are accidents.
            if byte == 0x0B || byte == 0x0C { append(0x20) }
            return start + 1
        case 0xC2:
            // C1 controls are Windows characters.
            let next = text[start + 1]
            if next < 0xA0 { bytes += Windows1252.character(of: next).utf8 } else { bytes += [byte, next] }
            return start + 2
        default:
            let isNoCharacter = text[start + 1] == 0xBF && text[start + 2] >= 0xBE
            if !isNoCharacter { bytes += text[start..<(start + 3)] }
            return start + 3
        }
    }

    // Whether a byte is a forbidden control character, or the first byte of C1 or of U+FFFE.
    private static func isUnusual(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x0A, 0x0D: false
        case ..<0x20, 0xC2, 0xEF: true
        default: false
        }
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
        default: isUnusual(byte)
        }
    }
}

/// A tag in a broken document: quotes, values, spaces and even its end may be missing.
struct LooseTag {
    struct Attribute {
        let name: Range<Int>
        /// Nil without a value, as in HTML.
        let value: Range<Int>?
    }

    let name: Range<Int>
    private(set) var attributes: [Attribute] = []
    private(set) var isSelfClosing = false
    /// Whether everything except quotes is as in XML.
    private(set) var isWellWritten = true
    /// The index after its last byte.
    private(set) var end: Int

    /// The way a tag ends.
    enum Ending {
        case closed
        /// At the next less-than sign, because the greater-than sign is missing.
        case atNextTag
        case atEndOfDocument
    }
    private(set) var ending = Ending.closed

    /// Attributes beyond this number aren't read. No feed's element has more.
    private static let mostAttributes = 256

    init(named name: Range<Int>, in document: ByteView) {
        self.name = name
        end = name.upperBound
        readAttributes(in: document)
    }

    /// Returns the range of a tag's name at `start`; nil if there is none.
    static func name(at start: Int, in document: ByteView) -> Range<Int>? {
        guard start < document.endIndex, XMLCharacter.beginsName(document[start]) else { return nil }
        let end = document.firstIndex(from: start) { !XMLCharacter.isInName($0) }
        return XMLCharacter.isName(document[start..<end]) ? start..<end : nil
    }

    private mutating func readAttributes(in document: ByteView) {
        while end < document.endIndex {
            switch document[end] {
            case UInt8(ascii: ">"):
                end += 1
                return
            case UInt8(ascii: "<"):
                ending = .atNextTag
                return
            case UInt8(ascii: "/"):
                isSelfClosing = true
                end += 1
            case let byte where byte.isSpace:
                end += 1
            case let byte where XMLCharacter.isInName(byte):
                isSelfClosing = false
                readAttribute(in: document)
            default:
                isSelfClosing = false
                isWellWritten = false
                end += 1
            }
        }
        ending = .atEndOfDocument
    }

    private mutating func readAttribute(in document: ByteView) {
        let nameEnd = document.firstIndex(from: end) { !XMLCharacter.isInName($0) }
        let name = end..<nameEnd
        end = nameEnd
        let equals = document.firstIndex(from: end) { !$0.isSpace }
        var value: Range<Int>?
        if equals < document.endIndex, document[equals] == UInt8(ascii: "=") {
            end = document.firstIndex(from: equals + 1) { !$0.isSpace }
            value = readValue(in: document)
        } else {
            isWellWritten = false
        }
        if attributes.count < Self.mostAttributes { attributes.append(Attribute(name: name, value: value)) }
    }

    private mutating func readValue(in document: ByteView) -> Range<Int> {
        let start = end
        guard start < document.endIndex else { return start..<start }
        let quote = document[start]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let value = (start + 1)..<Self.endOfValue(quoted: quote, from: start + 1, in: document)
            end = value.upperBound
            if end < document.endIndex, document[end] == quote { end += 1 }
            return value
        }
        end = document.firstIndex(from: start) { $0.isSpace || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
        return start..<end
    }

    // An unclosed quote would end at the next tag's quote. Then a less-than sign is in between, and no further
    // attribute follows, so the value ends with the tag.
    private static func endOfValue(quoted quote: UInt8, from start: Int, in document: ByteView) -> Int {
        guard let close = document.firstIndex(of: quote, from: start) else {
            return endOfTag(from: start, in: document)
        }
        let next = close + 1 < document.endIndex ? document[close + 1] : UInt8(ascii: ">")
        if next.isSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") || next == UInt8(ascii: "?") {
            return close
        }
        return document[start..<close].contains(UInt8(ascii: "<")) ? endOfTag(from: start, in: document) : close
    }

    private static func endOfTag(from start: Int, in document: ByteView) -> Int {
        document.firstIndex(from: start) { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
    }
}

/// A character reference at an ampersand: `&amp;`, `&#8217;` or `&eacute;`.
private struct LooseReference {
    enum Kind {
        /// One of the five that every XML document knows.
        case predefined
        /// The character with this number, or its replacement if XML doesn't allow it.
        case number(Unicode.Scalar)
        case name(ByteView)
    }

    let kind: Kind
    /// The index after the reference.
    let end: Int

    init?(at start: Int, in text: ByteView) {
        let isNumber = text.has("&#", at: start)
        guard let found = isNumber ? Self.number(at: start, in: text) : Self.name(at: start + 1, in: text) else {
            return nil
        }
        (kind, end) = found
    }

    private static func name(at start: Int, in text: ByteView) -> (Kind, end: Int)? {
        let limit = text[start..<min(start + longestName, text.endIndex)]
        let name = limit.prefix { $0.isLetter || $0.isDigit }
        guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
        let isPredefined = predefined.contains { text.has($0, at: start) }
        return (isPredefined ? .predefined : .name(name), name.endIndex + 1)
    }

    // The semicolon may be missing: nobody means such text literally.
    private static func number(at start: Int, in text: ByteView) -> (Kind, end: Int)? {
        guard let reference = CharacterReference(at: start - text.startIndex, in: text.bytes.span) else { return nil }
        let isC1 = 0x80...0x9F ~= reference.first.value
        let scalar = isC1 || !XMLCharacter.isAllowed(reference.first) ? UTF8Repair.replacement : reference.first
        return (.number(scalar), reference.end + text.startIndex)
    }

    private static let predefined: [StaticString] = ["amp;", "lt;", "gt;", "quot;", "apos;"]
    // Entities that a document declares may have longer names than those of HTML.
    private static let longestName = 32
}

/// A document type declaration, of which nothing counts but the plain words that it gives names to.
///
/// External entities are never fetched, and nested ones are never expanded, so no small document becomes a large one.
struct DocumentType {
    /// The text of each plain entity.
    private(set) var entities: [NameHash: [UInt8]] = [:]
    /// The index after it.
    private(set) var end: Int

    /// Reads the declaration whose less-than sign is at `start`.
    init(at start: Int, in document: ByteView) {
        // In case brackets or quotes are never closed.
        end = document.firstIndex(of: UInt8(ascii: ">"), from: start).map { $0 + 1 } ?? document.endIndex
        var isInSubset = false
        var at = start + 1
        while at < document.endIndex {
            switch document[at] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                at = document.firstIndex(of: document[at], from: at + 1) ?? at
            case UInt8(ascii: "["): isInSubset = true
            case UInt8(ascii: "]"): isInSubset = false
            case UInt8(ascii: "<") where !isInSubset:
                // The declaration isn't closed.
                end = at
                return
            case UInt8(ascii: "<") where document.has("<!--", at: at):
                at = document.firstIndex(of: "-->", from: at + 4).map { $0 + 2 } ?? document.endIndex
            case UInt8(ascii: "<") where document.has("<!ENTITY", at: at):
                at = readEntity(at: at, in: document)
            case UInt8(ascii: ">") where !isInSubset:
                end = at + 1
                return
            default: break
            }
            at += 1
        }
    }

    /// Returns the index of the last byte that it read.
    private mutating func readEntity(at start: Int, in document: ByteView) -> Int {
        let keywordEnd = start + "<!ENTITY".utf8.count
        let name = document.firstIndex(from: keywordEnd) { !$0.isSpace }
        let nameEnd = document.firstIndex(from: name) { !XMLCharacter.isInName($0) }
        let quote = document.firstIndex(from: nameEnd) { !$0.isSpace }
        guard nameEnd > name, quote < document.endIndex,
            document[quote] == UInt8(ascii: "\"") || document[quote] == UInt8(ascii: "'"),
            let close = document.firstIndex(of: document[quote], from: quote + 1)
        else { return keywordEnd - 1 }
        // The first declaration of a name counts (XML 1.0, section 4.2).
        let hash = NameHash(exactly: document[name..<nameEnd])
        if entities[hash] == nil, entities.count < FeedLimits.declaredEntities,
            let text = Self.text(of: document[(quote + 1)..<close])
        {
            entities[hash] = text
        }
        return close
    }

    /// Returns an entity's text; nil if it is more than text. It may contain HTML's entities but no others.
    private static func text(of value: ByteView) -> [UInt8]? {
        guard value.count <= FeedLimits.entity, !value.contains(UInt8(ascii: "<")), !value.contains(UInt8(ascii: "%"))
        else {
            return nil
        }
        for start in value.indices where value[start] == UInt8(ascii: "&") {
            guard let reference = LooseReference(at: start, in: value) else { return nil }
            if case .name(let name) = reference.kind, CharacterReference(named: name.bytes.span) == nil {
                return nil
            }
        }
        var text = MendedText(capacity: value.count)
        text.appendText(value)
        return text.bytes
    }
}

/// Finds a word from ever later positions in a document, reading each byte only once.
struct NextOccurrence {
    private let word: StaticString
    private var found: Int?
    private var isExhausted = false

    init(of word: StaticString) {
        self.word = word
    }

    /// Returns the index of the first occurrence from `start` on.
    mutating func next(from start: Int, in document: ByteView) -> Int? {
        if isExhausted { return nil }
        if let found, found >= start { return found }
        found = document.firstIndex(of: word, from: start)
        isExhausted = found == nil
        return found
    }
}

extension ByteView {
    /// Returns the index of a word's first occurrence from `start` on.
    func firstIndex(of word: StaticString, from start: Int) -> Int? {
        var start = start
        while let candidate = firstIndex(of: word.utf8Start[0], from: start) {
            if has(word, at: candidate) { return candidate }
            start = candidate + 1
        }
        return nil
    }
}

/// The characters that XML allows (XML 1.0, sections 2.2 and 2.3).
enum XMLCharacter {
    /// Whether a name may begin with this byte. Every non-ASCII byte counts, because one byte doesn't show its
    /// character.
    static func beginsName(_ byte: UInt8) -> Bool {
        byte.isLetter || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    /// Whether a name may contain this byte. Every non-ASCII byte counts.
    static func isInName(_ byte: UInt8) -> Bool {
        beginsName(byte) || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: ":")
    }

    /// Whether the bytes are a valid name.
    static func isName(_ name: ByteView) -> Bool {
        guard let first = name.first, beginsName(first), name.last != UInt8(ascii: ":") else { return false }
        if name.isASCII { return name.count { $0 == UInt8(ascii: ":") } <= 1 }
        return String(decoding: name, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
            scalar.isASCII || letters.contains { $0.contains(scalar) }
        }
    }

    /// Whether XML allows the character.
    static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case ..<0x20, 0xFFFE, 0xFFFF: false
        default: true
        }
    }

    private static let letters: [ClosedRange<Unicode.Scalar>] = [
        "\u{C0}"..."\u{D6}", "\u{D8}"..."\u{F6}", "\u{F8}"..."\u{2FF}", "\u{370}"..."\u{37D}", "\u{37F}"..."\u{1FFF}",
        "\u{200C}"..."\u{200D}", "\u{2070}"..."\u{218F}", "\u{2C00}"..."\u{2FEF}", "\u{3001}"..."\u{D7FF}",
        "\u{F900}"..."\u{FDCF}", "\u{FDF0}"..."\u{FFFD}", "\u{10000}"..."\u{EFFFF}"
    ]
}
