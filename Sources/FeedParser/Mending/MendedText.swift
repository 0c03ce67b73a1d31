import HTML

/// The mended document as it grows. Only this type decides which characters it contains, and in which form.
struct MendedText {
    private(set) var bytes: [UInt8] = []
    /// The replacement texts of the document's entities.
    var entities: [NameHash: [UInt8]] = [:]
    private var entityBudget = Limits.entities

    /// Whether it has exceeded the limit. Text that is appended now may get lost.
    var isFull: Bool { bytes.count > Limits.mendedSize }

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
