/// Reads a JSON document from front to back, and builds nothing but what it is asked for.
///
/// The one who reads knows what should come next, and what is something else, or not asked for, is skipped. So neither
/// the depth nor the size of what nobody knows costs memory, and nothing here calls itself.
///
/// It forgives what feeds get wrong without losing text: commas too many or too few, control characters in strings,
/// escapes that JSON does not have, half of a surrogate pair, broken UTF-8, and whatever follows the document.
struct JSONReader {
    /// Where a document stops being JSON.
    struct Failure: Error {
        let line: Int
        let reason: String
    }

    let bytes: ArraySlice<UInt8>
    var at: Int
    /// How many elements of lists were taken, which is `Limits.listed` and one more at most.
    var listed = 0
    /// Whether a string was longer than a text may be.
    private(set) var hasTooLongText = false
    /// Whether the value behind the last key, or the last element, has not been read yet.
    private var isValueDue = true

    init(_ document: ArraySlice<UInt8>) {
        bytes = document
        at = document.startIndex
        if bytes.starts(with: ByteOrderMark.utf8) { at += ByteOrderMark.utf8.count }
    }

    /// Enters the object that comes next; false, and behind the value, if it is something else.
    mutating func beginObject() throws(Failure) -> Bool { try begin(UInt8(ascii: "{")) }

    /// The next key of the object that was entered, nil and behind the object at its end.
    mutating func nextKey() throws(Failure) -> String? {
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

    /// Enters the array that comes next; false, and behind the value, if it is something else.
    mutating func beginArray() throws(Failure) -> Bool { try begin(UInt8(ascii: "[")) }

    /// Whether the array that was entered has another element, which is next; if not, we are behind the array.
    mutating func nextElement() throws(Failure) -> Bool {
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

    /// The string that comes next; nil, and behind the value, if it is something else.
    mutating func string() throws(Failure) -> String? {
        guard peek() == UInt8(ascii: "\"") else {
            try skip()
            return nil
        }
        isValueDue = false
        let string = try quotedString()
        guard string.utf8.count <= Limits.text else {
            hasTooLongText = true
            return nil
        }
        return string
    }

    /// The string that comes next, or the number as it is written.
    mutating func text() throws(Failure) -> String? {
        guard let first = peek(), first.isDigit || first == UInt8(ascii: "-") else { return try string() }
        isValueDue = false
        return String(decoding: literal(), as: UTF8.self)
    }

    /// The number that comes next, which may be written as a string.
    mutating func number() throws(Failure) -> Double? {
        guard let number = try text().flatMap({ Double($0.trimmed) }), number.isFinite else { return nil }
        return number
    }

    /// Passes by the value that comes next, however deep it is; where there is none, nothing is passed.
    mutating func skip() throws(Failure) {
        isValueDue = false
        var depth = 0
        repeat {
            switch peek() {
            case nil: throw end(inside: "a value")
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
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

    // Control characters count as white space between values: they mean nothing else.
    mutating func peek() -> UInt8? {
        while at < bytes.endIndex, bytes[at] <= 0x20 { at += 1 }
        return at < bytes.endIndex ? bytes[at] : nil
    }
}
