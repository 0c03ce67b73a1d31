/// Finds the part of a text that is clean in any context, which is nearly all of most texts.
enum PlainRun {
    /// Returns the end of the run that starts here. It ends before a control, before characters that may join others,
    /// and, without `keepingSpaces`, before a space after another or at the start.
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

    /// Checks eight bytes at once: nil unless all are plain ASCII, otherwise whether the last is a space.
    @inline(__always)
    private static func isPlain(_ bytes: Span<UInt8>, at index: Int, _ isAfterSpace: Bool, _ keepsSpaces: Bool) -> Bool?
    {
        guard index + 8 <= bytes.count else { return nil }
        let word = UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops = ones << 7
        let isDelete = word ^ (0x7F * ones)
        // The top bit of a byte is set here if it is at most 0x1F, is DEL, or isn't ASCII.
        guard (word | (word &- 0x20 * ones) & ~word | (isDelete &- ones) & ~isDelete) & tops == 0 else { return nil }
        let fromSpace = word ^ (0x20 * ones)
        let spaces = ~((fromSpace & ~tops &+ ~tops) | fromSpace) & tops
        guard keepsSpaces || spaces & (spaces << 8 | (isAfterSpace ? 0x80 : 0)) == 0 else { return nil }
        return spaces >> 63 == 1
    }
}
