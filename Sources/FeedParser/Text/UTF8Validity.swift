extension Bytes {
    /// Whether this is UTF-8. It checks sixteen ASCII bytes at a time: the standard library's check takes a tenth of
    /// the time of parsing.
    var isUTF8: Bool {
        var at = endOfASCII(from: 0)
        while at < count {
            guard let length = lengthOfScalar(at: at) else { return false }
            at += length
            while at + 1 < count, 0xC2...0xDF ~= self[at], 0x80...0xBF ~= self[at + 1] { at += 2 }
            if at < count, self[at] < 0x80 { at = endOfASCII(from: at) }
        }
        return true
    }

    var isASCII: Bool { endOfASCII(from: 0) == count }

    /// Returns the index of the first non-ASCII byte from `start` on.
    private func endOfASCII(from start: Int) -> Int {
        var at = start
        let raw = UnsafeRawBufferPointer(self)
        while at + 16 <= count {
            let next = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let afterNext = raw.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self)
            guard (next | afterNext) & 0x8080_8080_8080_8080 == 0 else { break }
            at += 16
        }
        while at < count, self[at] < 0x80 { at += 1 }
        return at
    }

    /// Returns the length of the non-ASCII character at `start`; nil if it is invalid (Unicode, table 3-7).
    private func lengthOfScalar(at start: Int) -> Int? {
        func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            start + offset < count && range.contains(self[start + offset])
        }
        switch self[start] {
        case 0xC2...0xDF: return isContinuation(1) ? 2 : nil
        case 0xE0: return isContinuation(1, 0xA0...0xBF) && isContinuation(2) ? 3 : nil
        case 0xED: return isContinuation(1, 0x80...0x9F) && isContinuation(2) ? 3 : nil
        case 0xE1...0xEF: return isContinuation(1) && isContinuation(2) ? 3 : nil
        case 0xF0: return isContinuation(1, 0x90...0xBF) && isContinuation(2) && isContinuation(3) ? 4 : nil
        case 0xF1...0xF3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : nil
        case 0xF4: return isContinuation(1, 0x80...0x8F) && isContinuation(2) && isContinuation(3) ? 4 : nil
        default: return nil
        }
    }
}
