/// A part of a text's UTF-8. It is valid as long as the text is borrowed.
typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

extension Bytes {
    /// The bytes without white space and control characters at both ends.
    var trimmed: Bytes {
        var rest = self
        while let first = rest.first, first <= 0x20 { rest.removeFirst() }
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
        return rest
    }

    /// Removes the first `mark` and everything after it. Returns what follows the mark, or nil if there is no mark.
    mutating func cut(from mark: Unicode.Scalar) -> Bytes? {
        guard let at = firstIndex(of: UInt8(ascii: mark)) else { return nil }
        let tail = self[(at + 1)...]
        self = self[..<at]
        return tail
    }

    /// Whether these bytes are `text`, given in lower case, in any case.
    func isCaseless(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && startsCaseless(text) }

    func startsCaseless(_ text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for offset in 0..<text.utf8CodeUnitCount
        where self[startIndex + offset].lowercased != text.utf8Start[offset] { return false }
        return true
    }

    func endsCaseless(_ text: StaticString) -> Bool { suffix(text.utf8CodeUnitCount).isCaseless(text) }

    /// Removes `text` from the start, in any case, and returns whether it was there.
    mutating func skipCaseless(_ text: StaticString) -> Bool {
        guard startsCaseless(text) else { return false }
        self = dropFirst(text.utf8CodeUnitCount)
        return true
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
