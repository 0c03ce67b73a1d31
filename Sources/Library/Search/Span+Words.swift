extension Span where Element == UInt8 {
    func starts(with prefix: [UInt8]) -> Bool {
        guard prefix.count <= count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }

    /// Whether each of these is how a word of the text begins.
    func hasWords(beginningWith prefixes: [[UInt8]]) -> Bool {
        for prefix in prefixes where !hasWord(beginningWith: prefix) { return false }
        return true
    }

    private func hasWord(beginningWith prefix: [UInt8]) -> Bool {
        // In most titles of most languages a letter is a byte, of which a hundred thousand are looked through at once.
        if let isFound = hasPlainWord(beginningWith: prefix) { return isFound }
        var isFound = false
        WordScanner.scan(self, isQuery: false) { word, _ in isFound = isFound || word.starts(with: prefix) }
        return isFound
    }

    /// Nil where something comes first that is not ASCII: it may be a letter, with an accent to be taken away, or none.
    private func hasPlainWord(beginningWith prefix: [UInt8]) -> Bool? {
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
}

extension UInt8 {
    /// What a letter or digit of ASCII is in the index; nil where this is none.
    @inline(__always)
    var foldedLetter: UInt8? {
        let lower = self | 0x20
        return lower &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 ? lower : nil
    }
}
