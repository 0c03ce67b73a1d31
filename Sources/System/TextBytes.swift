/// Short texts as bytes, which are searched and compared far faster than strings.
extension RandomAccessCollection<UInt8> where Index == Int {
    /// Whether a word is in it. The standard library's search takes a hundred times as long for texts as short as these.
    @inlinable package func holds(_ word: StaticString) -> Bool {
        holds(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    @inlinable package func holds(_ word: [UInt8]) -> Bool { word.withUnsafeBufferPointer { holds($0) } }

    @inlinable func holds(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = word.first, count >= word.count else { return false }
        return withContiguousStorageIfAvailable { bytes in
            (0...(bytes.count - word.count)).contains { start in
                bytes[start] == first && (1..<word.count).allSatisfy { bytes[start + $0] == word[$0] }
            }
        } ?? false
    }

    @inlinable package func ends(in word: StaticString) -> Bool {
        count >= word.utf8CodeUnitCount
            && suffix(word.utf8CodeUnitCount).elementsEqual(
                UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }
}

extension Sequence<UInt8> {
    /// The text with white space in a row as one space, and none at its ends.
    @inlinable package var onOneLine: String {
        var line: [UInt8] = []
        var hasGap = false
        for byte in self {
            if byte <= 0x20 {
                hasGap = true
            } else if byte == 0xA0, line.last == 0xC2 {
                // A no-break space.
                line.removeLast()
                if line.last == UInt8(ascii: " ") { line.removeLast() }
                hasGap = true
            } else {
                if hasGap, !line.isEmpty { line.append(UInt8(ascii: " ")) }
                hasGap = false
                line.append(byte)
            }
        }
        return String(decoding: line, as: UTF8.self)
    }
}

extension StringProtocol {
    /// The text with white space in a row as one space, and none at its ends.
    @inlinable package var onOneLine: String { utf8.onOneLine }
}

extension String {
    /// Nil if it is empty.
    package var unlessEmpty: String? { isEmpty ? nil : self }
}
