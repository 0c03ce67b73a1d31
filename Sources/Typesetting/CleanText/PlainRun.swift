/// Finds the part of a text that is clean whatever stands around it, which is nearly all of most texts.
enum PlainRun {
    /// Where the run ends that starts here: before a control, before a space after a space (and one at the start, since
    /// nobody knows what it follows) unless spaces are kept, and before what may join other characters.
    static func end(in bytes: Span<UInt8>, from start: Int, keepingSpaces: Bool) -> Int {
        var end = start
        var isAfterSpace = true
        while end < bytes.count {
            let byte = bytes[end]
            if byte >= 0x80 {
                let (codePoint, length) = bytes.codePoint(at: end)
                guard length > 1, case .visible = CharacterKind(codePoint) else { return end }
                isAfterSpace = false
                end += length
            } else if let isSpaceLast = isPlain(bytes, at: end, isAfterSpace && !keepingSpaces, keepingSpaces) {
                isAfterSpace = isSpaceLast
                end += 8
            } else {
                let isSpaceTooMany = byte == .space && isAfterSpace && !keepingSpaces
                guard 0x20..<0x7F ~= byte, !isSpaceTooMany else { return end }
                isAfterSpace = byte == .space
                end += 1
            }
        }
        return end
    }

    /// Looks at eight bytes at once: nil unless all are plain ASCII, else whether the last is a space.
    @inline(__always)
    private static func isPlain(_ bytes: Span<UInt8>, at index: Int, _ isAfterSpace: Bool, _ keepsSpaces: Bool) -> Bool?
    {
        guard index + 8 <= bytes.count else { return nil }
        let word = UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones << 7
        let isDelete = word ^ (0x7F * ones)
        // The top bit of a byte is set here where that is at most 0x1F, is DEL, or is no ASCII.
        guard (word | (word &- 0x20 * ones) & ~word | (isDelete &- ones) & ~isDelete) & tops == 0 else { return nil }
        let fromSpace = word ^ (0x20 * ones)
        let spaces = ~((fromSpace & ~tops &+ ~tops) | fromSpace) & tops
        guard keepsSpaces || spaces & (spaces << 8 | (isAfterSpace ? 0x80 : 0)) == 0 else { return nil }
        return spaces >> 63 == 1
    }
}
