extension Span where Element == UInt8 {
    /// The code point that starts at this byte of well-formed UTF-8, and how many bytes it has.
    @inline(__always)
    func codePoint(at index: Int) -> (value: UInt32, length: Int) {
        let first = UInt32(self[index])
        if first < 0x80 { return (first, 1) }
        if first < 0xE0 { return ((first & 0x1F) << 6 | continuation(index + 1), 2) }
        if first < 0xF0 {
            return ((first & 0x0F) << 12 | continuation(index + 1) << 6 | continuation(index + 2), 3)
        }
        let high = (first & 0x07) << 18 | continuation(index + 1) << 12
        return (high | continuation(index + 2) << 6 | continuation(index + 3), 4)
    }

    @inline(__always)
    private func continuation(_ index: Int) -> UInt32 {
        UInt32(self[index] & 0x3F)
    }
}
