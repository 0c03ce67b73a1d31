extension Span where Element == UInt8 {
    func starts(with prefix: [UInt8]) -> Bool {
        guard prefix.count <= count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }

    /// Whether each of these is the prefix of a word in the text.
    func hasWords(beginningWith prefixes: [[UInt8]]) -> Bool {
        for prefix in prefixes where !hasWord(beginningWith: prefix) { return false }
        return true
    }

    private func hasWord(beginningWith prefix: [UInt8]) -> Bool {
        // In most titles a letter is a byte; this looks through a hundred thousand of them at once.
        if let isFound = hasPlainWord(beginningWith: prefix) { return isFound }
        var isFound = false
        WordScanner.scan(self, isQuery: false) { word, _ in isFound = isFound || word.starts(with: prefix) }
        return isFound
    }

    /// Nil if a non-ASCII character comes first: it may be a letter with an accent, or no letter.
    private func hasPlainWord(beginningWith prefix: [UInt8]) -> Bool? {
        if let letter = prefix.first, isASCII(without: letter) { return false }
        var matched = 0
        var isInWord = false
        for index in 0..<count {
            let byte = self[index]
            guard byte < 0x80 else { return nil }
            guard let letter = byte.foldedLetter else {
                (isInWord, matched) = (false, 0)
                continue
            }
            guard !isInWord || matched > 0 else { continue }
            isInWord = true
            matched = letter == prefix[matched] ? matched + 1 : 0
            if matched == prefix.count { return true }
        }
        return false
    }

    /// Whether all of it is ASCII and none of it is this letter in the index. It has no early exit, so that it looks at
    /// many bytes in one step.
    private func isASCII(without letter: UInt8) -> Bool {
        withUnsafeBufferPointer { bytes in
            var (all, nearest) = (UInt8.min, UInt8.max)
            for byte in bytes {
                all |= byte
                nearest = min(nearest, (byte | 0x20) ^ letter)
            }
            return all < 0x80 && nearest > 0
        }
    }
}

extension UInt8 {
    /// The index's form of an ASCII letter or digit; nil for other characters.
    @inline(__always)
    var foldedLetter: UInt8? {
        let lower = self | 0x20
        return lower &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 ? lower : nil
    }
}
