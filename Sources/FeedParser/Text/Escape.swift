extension ByteBuffer {
    /// Appends text escaped for HTML.
    mutating func append(escaping text: Bytes) {
        var start = 0
        while let index = text.indexToEscape(from: start) {
            append(text.part(start..<index))
            switch text[index] {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            default: append("&quot;")
            }
            start = index + 1
        }
        append(text.part(start..<text.count))
    }
}

extension Bytes {
    fileprivate func indexToEscape(from start: Int) -> Int? {
        var at = start
        let raw = UnsafeRawBufferPointer(self)
        while at + 8 <= count, !raw.loadUnaligned(fromByteOffset: at, as: UInt64.self).hasByteToEscape { at += 8 }
        // All four are below 64, so a bit of one word represents each.
        let marks: UInt64 = 1 << 0x22 | 1 << 0x26 | 1 << 0x3C | 1 << 0x3E
        while at < count {
            if self[at] < 64 && marks >> UInt64(self[at]) & 1 == 1 { return at }
            at += 1
        }
        return nil
    }
}

extension UInt64 {
    fileprivate var hasByteToEscape: Bool {
        has(UInt8(ascii: "&")) || has(UInt8(ascii: "<")) || has(UInt8(ascii: ">")) || has(UInt8(ascii: "\""))
    }

    // Subtracting one borrows from a byte's highest bit only if the byte is zero (S. E. Anderson, "Bit Twiddling
    // Hacks").
    private func has(_ byte: UInt8) -> Bool {
        let zeroed = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        return (zeroed &- 0x0101_0101_0101_0101) & ~zeroed & 0x8080_8080_8080_8080 != 0
    }
}
