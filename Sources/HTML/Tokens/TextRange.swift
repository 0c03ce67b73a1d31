/// The range of a text: in the source or, decoded, in the tree's buffer.
package struct TextRange: Equatable, Sendable {
    /// The highest bit says whether the range is in the buffer.
    var start: UInt32
    var count: UInt32

    static let empty = TextRange(start: 0, count: 0)
    static let ofBuffer: UInt32 = 1 << 31

    init(start: UInt32, count: UInt32) {
        self.start = start
        self.count = count
    }

    init(source range: Range<Int>) {
        start = UInt32(range.lowerBound)
        count = UInt32(range.count)
    }

    init(buffer range: Range<Int>) {
        start = UInt32(range.lowerBound) | Self.ofBuffer
        count = UInt32(range.count)
    }

    /// Whether the text is in the buffer, because it had to be decoded or joined.
    var isInBuffer: Bool { start & Self.ofBuffer != 0 }
    /// Its bytes in the source or in the buffer.
    var range: Range<Int> {
        let first = Int(start & ~Self.ofBuffer)
        return first..<first + Int(count)
    }
    var isEmpty: Bool { count == 0 }

    func dropping(first length: Int) -> TextRange {
        TextRange(start: start + UInt32(length), count: count - UInt32(length))
    }

    func prefix(_ length: Int) -> TextRange { TextRange(start: start, count: UInt32(length)) }
}
