import Glibc

/// A range of a document in memory, as cheap as a pointer and as safe as an array.
///
/// It is valid while the closure runs that got the document's bytes. Its indices are those of the whole document.
struct ByteView: RandomAccessCollection {
    private let base: UnsafePointer<UInt8>
    let startIndex: Int
    let endIndex: Int

    /// Nil without memory, as for an empty document.
    init?(_ bytes: Bytes) {
        guard let base = bytes.baseAddress else { return nil }
        self.init(base: base, startIndex: 0, endIndex: bytes.count)
    }

    private init(base: UnsafePointer<UInt8>, startIndex: Int, endIndex: Int) {
        self.base = base
        self.startIndex = startIndex
        self.endIndex = endIndex
    }

    subscript(index: Int) -> UInt8 {
        precondition(index >= startIndex && index < endIndex, "an index outside of the view")
        return base[index]
    }

    subscript(range: Range<Int>) -> ByteView {
        precondition(range.lowerBound >= startIndex && range.upperBound <= endIndex, "a range outside of the view")
        return ByteView(base: base, startIndex: range.lowerBound, endIndex: range.upperBound)
    }

    /// The same range with its own indices.
    var bytes: Bytes { Bytes(start: base + startIndex, count: count) }

    func withContiguousStorageIfAvailable<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result? {
        try body(bytes)
    }
}

extension ByteView {
    /// Returns the first index from `start` on with a wanted byte, or the end.
    func firstIndex(from start: Int, where isWanted: (UInt8) -> Bool) -> Int {
        var index = start
        while index < endIndex, !isWanted(self[index]) { index += 1 }
        return index
    }

    /// Whether a word is at an index.
    func has(_ word: StaticString, at index: Int) -> Bool {
        guard endIndex - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where self[index + offset] != word.utf8Start[offset] { return false }
        return true
    }

    /// Whether a word, given in lower case, is at an index in any case.
    func hasIgnoringCase(_ word: StaticString, at index: Int) -> Bool {
        guard endIndex - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where self[index + offset].lowercased != word.utf8Start[offset] {
            return false
        }
        return true
    }

    /// Returns the first index of a byte from `start` on. C's memchr is as fast as memory.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < endIndex, let found = memchr(base + start, Int32(byte), endIndex - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
