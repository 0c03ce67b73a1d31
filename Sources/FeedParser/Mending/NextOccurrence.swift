/// Finds a word from ever later positions in a document, reading each byte only once.
struct NextOccurrence {
    private let word: StaticString
    private var found: Int?
    private var isExhausted = false

    init(of word: StaticString) {
        self.word = word
    }

    /// Returns the index of the first occurrence from `start` on.
    mutating func next(from start: Int, in document: ByteView) -> Int? {
        if isExhausted { return nil }
        if let found, found >= start { return found }
        found = document.firstIndex(of: word, from: start)
        isExhausted = found == nil
        return found
    }
}

extension ByteView {
    /// Returns the index of a word's first occurrence from `start` on.
    func firstIndex(of word: StaticString, from start: Int) -> Int? {
        var start = start
        while let candidate = firstIndex(of: word.utf8Start[0], from: start) {
            if has(word, at: candidate) { return candidate }
            start = candidate + 1
        }
        return nil
    }
}
