import Glibc

/// A stretch of a document in memory, as cheap to pass around as a pointer and as safe as an array.
///
/// It is valid as long as the closure runs that was given the document's bytes. Its indices are those of the whole.
struct ByteView: RandomAccessCollection {
    private let base: UnsafePointer<UInt8>
    let startIndex: Int
    let endIndex: Int

    /// Nil for memory that isn't there, which only an empty document has.
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

    /// The same stretch with indices of its own.
    var bytes: Bytes { Bytes(start: base + startIndex, count: count) }

    func withContiguousStorageIfAvailable<Result>(_ body: (Bytes) throws -> Result) rethrows -> Result? {
        try body(bytes)
    }
}

extension ByteView {
    /// The first index at `start` or behind whose byte is as wanted, or the end.
    func firstIndex(from start: Int, where isWanted: (UInt8) -> Bool) -> Int {
        var index = start
        while index < endIndex, !isWanted(self[index]) { index += 1 }
        return index
    }

    /// Whether a word stands at an index.
    func has(_ word: StaticString, at index: Int) -> Bool {
        guard endIndex - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where self[index + offset] != word.utf8Start[offset] { return false }
        return true
    }

    /// Whether a word, given in lower case, stands at an index in whatever case.
    func hasIgnoringCase(_ word: StaticString, at index: Int) -> Bool {
        guard endIndex - index >= word.utf8CodeUnitCount else { return false }
        for offset in 0..<word.utf8CodeUnitCount where self[index + offset].lowercased != word.utf8Start[offset] {
            return false
        }
        return true
    }

    /// The first index of a byte at `start` or behind; C's memchr, which is as fast as memory is.
    func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard start < endIndex, let found = memchr(base + start, Int32(byte), endIndex - start) else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(base)
    }

    var isASCII: Bool { allSatisfy { $0 < 0x80 } }
}
