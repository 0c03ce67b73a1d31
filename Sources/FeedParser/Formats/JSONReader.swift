import System

/// Reads a JSON document from front to back, and builds only what the caller requests.
///
/// The caller knows what should come next; anything else is skipped. So neither the depth nor the size of unknown data
/// costs memory, and there is no recursion.
///
/// It accepts mistakes of feeds without losing text: missing or superfluous commas, control characters in strings,
/// unknown escapes, half surrogate pairs, invalid UTF-8, and anything after the document.
package struct JSONReader {
    /// The position at which a document stops being JSON.
    package struct Failure: Error {
        package let line: Int
        package let reason: String
    }

    let bytes: ArraySlice<UInt8>
    var at: Int
    /// The number of list elements read, at most one more than `FeedLimits.listed`.
    var listed = 0
    /// Whether a string was longer than a text may be.
    private(set) var hasTooLongText = false
    /// Whether the value after the last key, or the last element, is still unread.
    private var isValueDue = true
    private let deepest: Int

    /// Refuses documents in which unread values are nested deeper than `deepest`.
    package init(_ document: ArraySlice<UInt8>, deepest: Int = .max) {
        bytes = document
        self.deepest = deepest
        at = document.startIndex
        if bytes.starts(with: ByteOrderMark.utf8) { at += ByteOrderMark.utf8.count }
    }

    /// Enters an object; returns false, after skipping the value, if it is something else.
    package mutating func beginObject() throws(Failure) -> Bool { try begin(UInt8(ascii: "{")) }

    /// Reads the next key of the object; returns nil, after leaving the object, at its end.
    package mutating func nextKey() throws(Failure) -> String? {
        guard let next = try nextInContainer() else { throw end(inside: "an object") }
        switch next {
        case UInt8(ascii: "}"):
            at += 1
            return nil
        case UInt8(ascii: "\""):
            let key = try quotedString()
            guard peek() == UInt8(ascii: ":") else { throw failure("expected a colon after a key") }
            at += 1
            isValueDue = true
            return key
        default: throw failure("expected a key or the end of an object")
        }
    }

    /// Enters an array; returns false, after skipping the value, if it is something else.
    package mutating func beginArray() throws(Failure) -> Bool { try begin(UInt8(ascii: "[")) }

    /// Moves to the next element of the array; returns false, after leaving the array, at its end.
    package mutating func nextElement() throws(Failure) -> Bool {
        guard let next = try nextInContainer() else { throw end(inside: "an array") }
        switch next {
        case UInt8(ascii: "]"):
            at += 1
            return false
        case UInt8(ascii: "}"), UInt8(ascii: ":"): throw failure("expected an element or the end of an array")
        default:
            isValueDue = true
            return true
        }
    }

    /// Reads a string; returns nil, after skipping the value, if it is something else.
    package mutating func string() throws(Failure) -> String? {
        guard peek() == UInt8(ascii: "\"") else {
            try skip()
            return nil
        }
        isValueDue = false
        let string = try quotedString()
        guard string.utf8.count <= FeedLimits.text else {
            hasTooLongText = true
            return nil
        }
        return string
    }

    /// Reads a string, or a number as written.
    package mutating func text() throws(Failure) -> String? {
        guard let first = peek(), first.isDigit || first == UInt8(ascii: "-") else { return try string() }
        isValueDue = false
        return String(decoding: literal(), as: UTF8.self)
    }

    /// Reads a number, which may be written as a string.
    package mutating func number() throws(Failure) -> Double? {
        guard let number = try text().flatMap({ Double($0.trimmed) }), number.isFinite else { return nil }
        return number
    }

    /// Reads true or false, which may be written as a number or as a string with one.
    package mutating func flag() throws(Failure) -> Bool? {
        guard let first = peek(), first.isLetter else { return try number().map { $0 != 0 } }
        isValueDue = false
        return switch String(decoding: literal(), as: UTF8.self) {
        case "true": true
        case "false": false
        default: nil
        }
    }

    /// Skips a value of any depth; does nothing if there is none.
    package mutating func skip() throws(Failure) {
        isValueDue = false
        var depth = 0
        repeat {
            switch peek() {
            case nil: throw end(inside: "a value")
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > deepest { throw failure("values are nested too deeply") }
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                at += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if depth == 0 { return }
                at += 1
            default: if literal().isEmpty { throw failure("expected a value") }
            }
        } while depth > 0
    }

    func failure(_ reason: String) -> Failure {
        let line = bytes[..<min(at, bytes.endIndex)].count { $0 == UInt8(ascii: "\n") } + 1
        return Failure(line: line, reason: reason)
    }

    func end(inside what: String) -> Failure { failure("the document ends inside \(what)") }

    private mutating func begin(_ bracket: UInt8) throws(Failure) -> Bool {
        guard peek() == bracket else {
            try skip()
            return false
        }
        isValueDue = false
        at += 1
        return true
    }

    private mutating func nextInContainer() throws(Failure) -> UInt8? {
        if isValueDue { try skip() }
        while peek() == UInt8(ascii: ",") { at += 1 }
        return peek()
    }

    private mutating func literal() -> ArraySlice<UInt8> {
        let literal = bytes[at...].prefix { $0.isLetter || $0.isDigit || "+-._".utf8.contains($0) }
        at = literal.endIndex
        return literal
    }

    // Control characters between values count as white space, since they have no other meaning.
    mutating func peek() -> UInt8? {
        while at < bytes.endIndex, bytes[at] <= 0x20 { at += 1 }
        return at < bytes.endIndex ? bytes[at] : nil
    }

    /// Reads a string as one line of plain text.
    ///
    /// Titles and names in JSON Feed have no markup, but programs often copy them from HTML.
    package mutating func line() throws(Failure) -> String? {
        try string()?.decodingCharacterReferences.collapsed.unlessBlank
    }

    /// Reads a link.
    package mutating func link() throws(Failure) -> String? {
        try string()?.collapsed.unlessBlank
    }

    /// Reads strings as lines. A single one may come without an array.
    package mutating func lines() throws(Failure) -> [String] {
        var lines: [String] = []
        try readEach { reader throws(Failure) in
            if let line = try reader.line() { lines.append(line) }
        }
        return lines
    }

    /// Reads the URLs of objects.
    mutating func addresses() throws(Failure) -> [String] {
        var addresses: [String] = []
        try readEach { reader throws(Failure) in
            guard try reader.beginObject() else { return }
            while let key = try reader.nextKey() {
                if key == "url", let address = try reader.link() { addresses.append(address) }
            }
        }
        return addresses
    }

    /// Reads every element of an array, or a single value instead of one.
    package mutating func readEach(_ read: (inout JSONReader) throws(Failure) -> Void) throws(Failure) {
        guard peek() == UInt8(ascii: "[") else { return try read(&self) }
        guard try beginArray() else { return }
        while try nextElement() {
            // Unread elements are skipped.
            guard listed <= FeedLimits.listed else { continue }
            listed += 1
            try read(&self)
        }
    }

    /// Skips the string that begins here.
    private mutating func skipString() throws(Failure) {
        at += 1
        while at < bytes.endIndex {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        throw end(inside: "a string")
    }

    /// Reads the string that begins here, without control characters except white space.
    private mutating func quotedString() throws(Failure) -> String {
        let start = at + 1
        try skipString()
        let inside = bytes[start..<(at - 1)]
        // Most strings have no escapes.
        guard let special = inside.firstIndex(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) else {
            return String(decoding: inside, as: UTF8.self)
        }
        var text = Array(inside[..<special])
        text.reserveCapacity(inside.count)
        var rest = inside[special...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") {
                if let character = Self.escape(in: &rest) { text += String(character).utf8 }
            } else if byte >= 0x20 || byte.isSpace {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads the rest of an escape; nil, without reading anything, if JSON has no such escape.
    private static func escape(in rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let kind = rest.first, "\"\\/bfnrtu".utf8.contains(kind) else { return nil }
        rest.removeFirst()
        return switch kind {
        case UInt8(ascii: "b"), UInt8(ascii: "f"): " "
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "u"): character(in: &rest)
        default: Unicode.Scalar(kind)
        }
    }

    // Characters above U+FFFF have two escapes, a surrogate pair. Half a pair isn't a character.
    private static func character(in rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let unit = codeUnit(in: rest) else { return "\u{FFFD}" }
        rest = rest.dropFirst(4)
        if let scalar = Unicode.Scalar(unit) { return scalar.isControl ? nil : scalar }
        guard UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8),
            let trail = codeUnit(in: rest.dropFirst(2)), UTF16.isTrailSurrogate(trail)
        else { return "\u{FFFD}" }
        rest = rest.dropFirst(6)
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private static func codeUnit(in rest: ArraySlice<UInt8>) -> UInt16? {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.isHexadecimalDigit) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character and not white space. Feeds don't need those.
    fileprivate var isControl: Bool { value < 0x20 && !(0x09...0x0D).contains(value) }
}
