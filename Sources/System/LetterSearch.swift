/// Looks for a word in texts that follow one another, in one pass over them (D. Knuth, J. Morris, V. Pratt, 1977).
package struct LetterSearch {
    private let word: [UInt8]
    /// For each letter of the word, how many up to it are also the word's first ones.
    private let borders: [Int]
    /// How many letters of the word the texts end in.
    private var length = 0

    package init(for word: [UInt8]) {
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
    package mutating func finds(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in text {
            guard let letter = ComparedLetters.letter(byte) else { continue }
            while length > 0, word[length] != letter { length = borders[length - 1] }
            if word[length] == letter { length += 1 }
            if length == word.count { return true }
        }
        return false
    }
}

/// Letters and digits alone, in lower case as far as they are ASCII, to compare texts that differ in their spaces.
package struct ComparedLetters {
    package private(set) var bytes: [UInt8] = []

    package init(_ text: String = "") {
        add(text.utf8)
    }

    package mutating func add(_ text: some Sequence<UInt8>) {
        for byte in text {
            if let letter = Self.letter(byte) { bytes.append(letter) }
        }
    }

    /// The letter as it is compared; nil for what isn't one.
    @inlinable @inline(__always)
    package static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
        default: nil
        }
    }
}
