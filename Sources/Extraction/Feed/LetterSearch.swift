/// Looks for a word in texts that follow one another, in one pass over them (D. Knuth, J. Morris, V. Pratt, 1977).
struct LetterSearch {
    private let word: [UInt8]
    /// For each letter of the word, how many up to it are also the word's first ones.
    private let borders: [Int]
    /// How many letters of the word the texts end in.
    private var length = 0

    init(for word: [UInt8]) {
        var borders = [0]
        var length = 0
        for byte in word.dropFirst() {
            while length > 0, word[length] != byte { length = borders[length - 1] }
            if word[length] == byte { length += 1 }
            borders.append(length)
        }
        self.word = word
        self.borders = borders
    }

    /// Reads the next text, and returns whether the word ends in it.
    mutating func finds(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text {
            guard let letter = PlainLetters.letter(byte) else { continue }
            while length > 0, word[length] != letter { length = borders[length - 1] }
            if word[length] == letter { length += 1 }
            if length == word.count { return true }
        }
        return false
    }
}
