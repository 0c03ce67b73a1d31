import System

/// Borrowed bytes, with every index checked.
struct SourceBytes {
    private let start: UnsafeRawPointer?
    let count: Int

    init(_ bytes: UnsafeRawBufferPointer) {
        start = bytes.baseAddress
        count = bytes.count
    }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "the index is outside the source")
        return start.unsafelyUnwrapped.load(fromByteOffset: index, as: UInt8.self)
    }

    /// A part of these bytes; the range must be inside them.
    func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range is outside the source")
        return UnsafeRawBufferPointer(start: start?.advanced(by: range.lowerBound), count: range.count)
    }

    var span: UnsafeBufferPointer<UInt8> { part(0..<count).assumingMemoryBound(to: UInt8.self) }

    /// The eight bytes at this index, the first one lowest; bytes past the end are zero.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        if index >= 0, index &+ 8 <= count {
            return UInt64(
                littleEndian: start.unsafelyUnwrapped.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
        var word: UInt64 = 0
        var at = index
        while at < count, at - index < 8 {
            word |= UInt64(self[at]) << UInt64(8 * (at - index))
            at += 1
        }
        return word
    }

    /// The index of the first of three bytes from `from` on; `end` if none comes before it.
    @inline(__always)
    func index(ofAny first: UInt8, _ second: UInt8, _ third: UInt8, from: Int, to end: Int) -> Int {
        let patterns = (Self.spread(first), Self.spread(second), Self.spread(third))
        var at = from
        while at &+ 8 <= end {
            let word = self.word(at: at)
            let found =
                Self.zeros(word ^ patterns.0) | Self.zeros(word ^ patterns.1) | Self.zeros(word ^ patterns.2)
            // Bits above the lowest may be wrong, because the subtraction borrows; the lowest is always right.
            if found != 0 { return at &+ found.trailingZeroBitCount / 8 }
            at &+= 8
        }
        while at < end {
            let byte = self[at]
            if byte == first || byte == second || byte == third { return at }
            at += 1
        }
        return end
    }

    /// The number of times that this byte occurs.
    func occurrences(of byte: UInt8) -> Int {
        let pattern = Self.spread(byte)
        var found = 0
        var at = 0
        while at + 8 <= count {
            let difference = word(at: at) ^ pattern
            // A bit for each byte that differs: exact, unlike the search above.
            let differing = ((difference & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F) | difference
            found += (~differing & 0x8080_8080_8080_8080).nonzeroBitCount
            at += 8
        }
        while at < count {
            if self[at] == byte { found += 1 }
            at += 1
        }
        return found
    }

    /// Whether these lower-case ASCII letters are at the index, in either case.
    func has(_ text: StaticString, at index: Int) -> Bool {
        guard index >= 0, index + text.utf8CodeUnitCount <= count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where self[index + offset].lowercased != text.utf8Start[offset] {
            return false
        }
        return true
    }

    @inline(__always)
    private static func spread(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}

extension UInt64 {
    /// The eight ASCII characters of a word in lower case.
    @inline(__always)
    var lowercasedBytes: UInt64 {
        let low = self & 0x7F7F_7F7F_7F7F_7F7F
        let fromA = low &+ 0x3F3F_3F3F_3F3F_3F3F
        let afterZ = low &+ 0x2525_2525_2525_2525
        let isUpper = (fromA ^ afterZ) & ~self & 0x8080_8080_8080_8080
        return self | isUpper >> 2
    }
}

/// The text of a document as the tokenizer reads it: valid UTF-8 with newlines as its only line ends (HTML Standard,
/// 13.2.3.5).
enum SourceText {
    /// The bytes themselves if they are such a text already, otherwise a copy.
    static func normalised(_ bytes: [UInt8]) -> [UInt8] {
        var text = bytes.count > HTMLLimits.bytes ? Array(bytes.prefix(HTMLLimits.bytes)) : bytes
        if (try? UTF8Span(validating: text.span)) == nil {
            // The standard library replaces invalid UTF-8 by the same rule as the Encoding Standard.
            text = Array(String(decoding: text, as: UTF8.self).utf8)
            if text.count > HTMLLimits.bytes { text.removeLast(text.count - HTMLLimits.bytes) }
        }
        guard let first = text.firstIndex(of: .carriageReturn) else { return text }
        return withNewlines(text, from: first)
    }

    private static func withNewlines(_ text: [UInt8], from first: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        result += text[..<first]
        var index = first
        while index < text.count {
            if text[index] != .carriageReturn {
                result.append(text[index])
            } else if index + 1 == text.count || text[index + 1] != .newline {
                result.append(.newline)
            }
            index += 1
        }
        return result
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
}
