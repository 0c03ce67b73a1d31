/// Reads a JSON document from front to back, and builds only what the caller requests.
///
/// The caller knows what should come next; anything else is skipped. So neither the depth nor the size of unknown data
/// costs memory, and only a `value` is read by recursion, to a limited depth.
///
/// It accepts mistakes of feeds without losing text: missing or superfluous commas, control characters in strings,
/// unknown escapes, half surrogate pairs, invalid UTF-8, and anything after the document.
package struct JSONReader {
    /// The position at which a document stops being JSON.
    package struct Failure: Error {
        package let line: Int
        package let reason: String
    }

    /// What a reader makes of a document that isn't quite JSON.
    package enum Tolerance {
        /// It refuses unknown escapes, and keeps control characters.
        case escapes
        /// It accepts the mistakes of feeds, and leaves out control characters.
        case mistakes
        /// Documents may also end anywhere, and have words of any characters.
        case anything
    }

    /// Whether a string was longer than a text may be.
    package private(set) var hasTooLongText = false
    private let bytes: ArraySlice<UInt8>
    private var at: Int
    /// Whether the value after the last key, or the last element, is still unread.
    private var isValueDue = true
    private let deepest: Int
    private let longestText: Int
    private let tolerance: Tolerance

    /// Refuses documents in which unread values are nested deeper than `deepest`, and leaves out longer texts.
    package init(
        _ document: ArraySlice<UInt8>, deepest: Int = .max, longestText: Int = 10 << 20,
        tolerance: Tolerance = .mistakes
    ) {
        bytes = document
        self.deepest = deepest
        self.longestText = longestText
        self.tolerance = tolerance
        at = document.startIndex
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if bytes.starts(with: mark) { at += mark.count }
    }

    /// Enters an object; returns false, after skipping the value, if it is something else.
    package mutating func beginObject() throws(Failure) -> Bool { try begin(UInt8(ascii: "{")) }

    /// Reads the next key of the object; returns nil, after leaving the object, at its end.
    package mutating func nextKey() throws(Failure) -> String? {
        guard let next = try nextInContainer() else {
            if tolerance == .anything { return nil }
            throw end(inside: "an object")
        }
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
        guard let next = try nextInContainer() else {
            if tolerance == .anything { return false }
            throw end(inside: "an array")
        }
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

    /// Reads a string, a number or a word; null, after skipping the value, if it is something else.
    package mutating func simpleValue() throws(Failure) -> JSONValue {
        guard let first = peek(),
            first == UInt8(ascii: "\"") || first == UInt8(ascii: "-") || first.isDigit || first.isLetter
        else {
            try skip()
            return .null
        }
        isValueDue = false
        if first == UInt8(ascii: "\"") {
            let string = try quotedString()
            if string.utf8.count <= longestText { return .string(string) }
            hasTooLongText = true
            return .null
        }
        let word = String(decoding: literal(), as: UTF8.self)
        return switch word {
        case "true": .bool(true)
        case "false": .bool(false)
        default: first.isLetter ? .null : .number(word)
        }
    }

    /// Skips a value of any depth; does nothing if there is none.
    package mutating func skip() throws(Failure) {
        isValueDue = false
        var depth = 0
        repeat {
            switch peek() {
            case nil:
                if tolerance == .anything { return }
                throw end(inside: "a value")
            case UInt8(ascii: "\""): _ = try skipString()
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

    /// Reads a value with what is in it, without values that lie deeper than anyone needs; throws if these are more than
    /// `mostValues`.
    package mutating func value(mostValues: Int = 1_000_000) throws(Failure) -> JSONValue {
        var left = mostValues
        return try value(depth: 0, &left)
    }

    /// Whether the document ends here.
    package var isAtEnd: Bool { mutating get { peek() == nil } }

    private mutating func value(depth: Int, _ left: inout Int) throws(Failure) -> JSONValue {
        left -= 1
        guard left >= 0 else { throw failure("there are too many values") }
        guard depth <= min(deepest, 64) else {
            try skip()
            return .null
        }
        switch peek() {
        case UInt8(ascii: "{"):
            var members: [JSONValue.Member] = []
            _ = try beginObject()
            while let key = try nextKey() {
                members.append(JSONValue.Member(key: key, value: try value(depth: depth + 1, &left)))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            _ = try beginArray()
            while try nextElement() { elements.append(try value(depth: depth + 1, &left)) }
            return .array(elements)
        default: return try simpleValue()
        }
    }

    private func failure(_ reason: String) -> Failure {
        let line = bytes[..<min(at, bytes.endIndex)].count { $0 == UInt8(ascii: "\n") } + 1
        return Failure(line: line, reason: reason)
    }

    private func end(inside what: String) -> Failure { failure("the document ends inside \(what)") }

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
        let literal = bytes[at...].prefix { byte in
            byte.isLetter || byte.isDigit || "+-._".utf8.contains(byte)
                || tolerance == .anything && byte > 0x20 && !",]}:\"[{".utf8.contains(byte)
        }
        at = literal.endIndex
        return literal
    }

    // Control characters between values count as white space, since they have no other meaning.
    private mutating func peek() -> UInt8? {
        while at < bytes.endIndex, bytes[at] <= 0x20 { at += 1 }
        return at < bytes.endIndex ? bytes[at] : nil
    }

    /// Skips the string that begins here, and returns what is inside.
    private mutating func skipString() throws(Failure) -> ArraySlice<UInt8> {
        at += 1
        let start = at
        while at < bytes.endIndex {
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return bytes[start..<(at - 1)]
            case UInt8(ascii: "\\"): at += 2
            default: at += 1
            }
        }
        guard tolerance == .anything else { throw end(inside: "a string") }
        at = bytes.endIndex
        return bytes[start...]
    }

    /// Reads the string that begins here, without control characters except white space.
    private mutating func quotedString() throws(Failure) -> String {
        let inside = try skipString()
        // Most strings have no escapes.
        guard let special = inside.firstIndex(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) else {
            return String(decoding: inside, as: UTF8.self)
        }
        var text = Array(inside[..<special])
        text.reserveCapacity(inside.count)
        var rest = inside[special...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\") {
                guard let kind = rest.first, "\"\\/bfnrtu".utf8.contains(kind) else {
                    if tolerance == .escapes { throw failure("unknown escape") }
                    continue
                }
                rest.removeFirst()
                if let character = character(escapedAs: kind, in: &rest) { text += String(character).utf8 }
            } else if isKept(Unicode.Scalar(byte)) {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Whether a character of a string is text: feeds don't need control characters other than white space.
    private func isKept(_ character: Unicode.Scalar) -> Bool {
        character.value >= 0x20 || (0x09...0x0D).contains(character.value) || tolerance == .escapes
    }

    /// Reads the rest of an escape; nil if it is a character that isn't kept.
    private func character(escapedAs kind: UInt8, in rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        switch kind {
        case UInt8(ascii: "b"): tolerance == .escapes ? "\u{8}" : " "
        case UInt8(ascii: "f"): tolerance == .escapes ? "\u{C}" : " "
        case UInt8(ascii: "n"): "\n"
        case UInt8(ascii: "r"): "\r"
        case UInt8(ascii: "t"): "\t"
        case UInt8(ascii: "u"): character(in: &rest)
        default: Unicode.Scalar(kind)
        }
    }

    // Characters above U+FFFF have two escapes, a surrogate pair. Half a pair isn't a character.
    private func character(in rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let unit = Self.codeUnit(in: rest) else { return "\u{FFFD}" }
        rest = rest.dropFirst(4)
        if let scalar = Unicode.Scalar(unit) { return isKept(scalar) ? scalar : nil }
        guard UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8),
            let trail = Self.codeUnit(in: rest.dropFirst(2)), UTF16.isTrailSurrogate(trail)
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

/// A value of JSON with all that is in it.
package enum JSONValue: Equatable, Sendable {
    /// Also a word that isn't JSON, and a text that is too long.
    case null
    case bool(Bool)
    /// A number as written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Equatable, Sendable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) {
            (self.key, self.value) = (key, value)
        }
    }

    /// The member with this key; the last one, as in JavaScript.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The elements of an array, or the only value.
    package var all: [JSONValue] { array ?? [self] }

    package var string: String? { if case .string(let text) = self { text } else { nil } }

    /// A string, or a number as written.
    package var text: String? { if case .number(let digits) = self { digits } else { string } }

    /// A number, which may be written as a string.
    package var number: Double? {
        guard let text, let number = Double(text) ?? Double(text.withoutSpace), number.isFinite else { return nil }
        return number
    }

    /// A number if it is whole, which may be written as a string.
    package var integer: Int? { number.flatMap { Int(exactly: $0) } }

    /// True or false, which may be written as a number or as a string with one.
    package var flag: Bool? { if case .bool(let flag) = self { flag } else { number.map { $0 != 0 } } }
}

extension String {
    /// A string in JSON with its quotation marks.
    package var quotedForJSON: String {
        var json = [UInt8(ascii: "\"")]
        json.reserveCapacity(utf8.count + 2)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: json += "\\u00\(byte.hexadecimal)".utf8
            default: json.append(byte)
            }
        }
        json.append(UInt8(ascii: "\""))
        return String(decoding: json, as: UTF8.self)
    }

    /// Without white space at both ends.
    fileprivate var withoutSpace: String {
        var rest = Substring(self).utf8
        while let first = rest.first, first == 0x20 || (0x09...0x0D).contains(first) { rest.removeFirst() }
        while let last = rest.last, last == 0x20 || (0x09...0x0D).contains(last) { rest.removeLast() }
        return String(Substring(rest))
    }
}
