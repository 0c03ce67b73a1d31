/// Finds the next occurrence of a word from ever later places of a document, and in all looks at each byte once.
struct NextOccurrence {
    private let word: StaticString
    private var found: Int?
    private var isExhausted = false

    init(of word: StaticString) {
        self.word = word
    }

    /// The index where it begins, at `start` or behind.
    mutating func next(from start: Int, in document: ByteView) -> Int? {
        if isExhausted { return nil }
        if let found, found >= start { return found }
        found = document.firstIndex(of: word, from: start)
        isExhausted = found == nil
        return found
    }
}

extension ByteView {
    /// The index where the first occurrence of a word begins, at `start` or behind.
    func firstIndex(of word: StaticString, from start: Int) -> Int? {
        var start = start
        while let candidate = firstIndex(of: word.utf8Start[0], from: start) {
            if has(word, at: candidate) { return candidate }
            start = candidate + 1
        }
        return nil
    }
}
