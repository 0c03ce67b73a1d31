import FoundationEssentials
import Glibc
import System

/// Borrowed UTF-8: of the document, of libxml2, or of a `ByteBuffer`.
typealias UTF8Bytes = UnsafeBufferPointer<UInt8>

extension UTF8Bytes {
    /// Returns a part of these bytes, counted from their start.
    func part(_ range: Range<Int>) -> UTF8Bytes { UTF8Bytes(rebasing: self[range]) }

    /// The bytes without surrounding XML white space.
    var trimmed: UTF8Bytes {
        var start = 0
        var end = count
        while start < end, self[start].isSpace { start += 1 }
        while end > start, self[end - 1].isSpace { end -= 1 }
        return part(start..<end)
    }

    var isBlank: Bool { allSatisfy { $0.isSpace } }

    func contains(_ mark: Unicode.Scalar) -> Bool { index(of: mark, from: 0) != nil }

    func index(of mark: Unicode.Scalar, from start: Int) -> Int? { index(of: UInt8(ascii: mark), from: start) }

    func index(of byte: UInt8, from start: Int) -> Int? {
        guard start < count, let baseAddress, let found = memchr(baseAddress + start, Int32(byte), count - start)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
    }

    static func == (bytes: UTF8Bytes, text: StaticString) -> Bool {
        bytes.count == text.utf8CodeUnitCount
            && memcmp(bytes.baseAddress ?? text.utf8Start, text.utf8Start, bytes.count) == 0
    }

    /// Whether these are the letters of `text`, given in lower case, in any case.
    func isCaseless(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && startsCaseless(text)
    }

    func startsCaseless(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount where self[index].lowercased != text.utf8Start[index] { return false }
        return true
    }

    func containsCaseless(_ text: StaticString) -> Bool {
        indices.contains { part($0..<count).startsCaseless(text) }
    }

    /// The number that this text consists of.
    var integer: Int? {
        let digits = trimmed
        guard (1...18).contains(digits.count), digits.allSatisfy({ $0.isDigit }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

extension String {
    /// Copies bytes that are known to be UTF-8, as everything from libxml2 is.
    init(_ bytes: UTF8Bytes) {
        self = String(copying: UTF8Span(unchecked: bytes.span))
    }

    /// Creates a string without surrounding white space; nil if it is blank.
    init?(unlessBlank bytes: UTF8Bytes) {
        let trimmed = bytes.trimmed
        guard !trimmed.isEmpty else { return nil }
        self.init(trimmed)
    }
}

extension UInt8 {
    var isControl: Bool { self < 0x20 || self == 0x7F }
}

/// A growing byte buffer that is reused without being freed.
struct ByteBuffer: ~Copyable {
    private var storage: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = max(capacity, 16)
        storage = .allocate(capacity: self.capacity)
    }

    deinit { storage.deallocate() }

    /// Valid until the buffer changes.
    var bytes: UTF8Bytes { UTF8Bytes(start: storage, count: count) }

    mutating func append(_ bytes: UTF8Bytes) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (storage + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    mutating func append(_ text: StaticString) {
        append(UTF8Bytes(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        storage[count] = byte
        count += 1
    }

    mutating func append(_ character: Unicode.Scalar) {
        for byte in UTF8.encode(character).unsafelyUnwrapped { append(byte) }
    }

    /// Removes everything after the first `length` bytes.
    mutating func truncate(to length: Int) {
        count = min(count, length)
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        capacity = max(count + more, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: storage, count: count)
        storage.deallocate()
        storage = larger
    }
}

extension ArraySlice<UInt8> {
    /// Whether it begins with a word, given in lower case, in any case.
    func startsIgnoringCase(with word: String) -> Bool {
        starts(with: word.utf8) { $0.lowercased == $1 }
    }

    /// Returns the index after the first occurrence of a word, given in lower case.
    func index(after word: String) -> Index? {
        var at = startIndex
        while let start = self[at...].firstIndex(where: { $0.lowercased == word.utf8.first }) {
            if self[start...].startsIgnoringCase(with: word) { return start + word.utf8.count }
            at = start + 1
        }
        return nil
    }
}

extension StringProtocol {
    /// The text without surrounding XML white space.
    var trimmed: String {
        var rest = Substring(self).utf8
        while rest.first?.isSpace == true { rest.removeFirst() }
        while rest.last?.isSpace == true { rest.removeLast() }
        return String(Substring(rest))
    }

    /// The text on one line, with each run of white space and control characters as one space.
    var collapsed: String {
        var text = String(self)
        return text.withUTF8 { PlainText.line($0) }
    }
}

extension String {
    /// The text; nil if it is blank.
    var unlessBlank: String? {
        utf8.allSatisfy { $0.isSpace } ? nil : self
    }

    /// Returns the beginning, of at most this many bytes.
    func prefix(bytes: Int) -> String {
        utf8.count > bytes ? String(self[..<utf8.index(startIndex, offsetBy: bytes)]) : self
    }

    /// Returns the text, cut with an ellipsis if it is too long.
    func abridged(to length: Int) -> String {
        count > length ? prefix(length - 1) + "…" : self
    }
}

/// Base64 in Atom's content (RFC 4648, section 4), with line breaks.
enum Base64 {
    /// Returns the text; nil if it isn't base64 of UTF-8.
    static func text(in encoded: UTF8Bytes) -> String? {
        var digits = encoded.filter { !$0.isSpace }
        while digits.last == UInt8(ascii: "=") { digits.removeLast() }
        digits += repeatElement(UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        return Data(base64Encoded: Data(digits)).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
