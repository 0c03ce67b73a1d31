import Glibc

/// Borrowed UTF-8: of the document, of libxml2, or of a `ByteBuffer`.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
    /// Returns a part of these bytes, counted from their start.
    func part(_ range: Range<Int>) -> Bytes { Bytes(rebasing: self[range]) }

    /// The bytes without surrounding XML white space.
    var trimmed: Bytes {
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

    static func == (bytes: Bytes, text: StaticString) -> Bool {
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
    init(_ bytes: Bytes) {
        self = String(copying: UTF8Span(unchecked: bytes.span))
    }

    /// Creates a string without surrounding white space; nil if it is blank.
    init?(unlessBlank bytes: Bytes) {
        let trimmed = bytes.trimmed
        guard !trimmed.isEmpty else { return nil }
        self.init(trimmed)
    }
}
