/// Letters and digits alone, in lower case as far as they are ASCII, to compare texts that differ in their spaces.
struct PlainLetters {
    private(set) var bytes: [UInt8] = []

    init(_ text: String = "") {
        add(text.utf8)
    }

    mutating func add(_ text: some Sequence<UInt8>) {
        for byte in text {
            if let letter = Self.letter(byte) { bytes.append(letter) }
        }
    }

    /// The letter as it is compared; nil for what isn't one.
    @inline(__always)
    static func letter(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: byte
        default: nil
        }
    }

    /// The position after the first place of `word`, found in one pass (D. Knuth, J. Morris, V. Pratt, 1977).
    func end(of word: [UInt8]) -> Int? {
        guard !word.isEmpty else { return nil }
        var borders = [0]
        var length = 0
        for byte in word.dropFirst() {
            while length > 0, word[length] != byte { length = borders[length - 1] }
            if word[length] == byte { length += 1 }
            borders.append(length)
        }
        length = 0
        for (index, byte) in bytes.enumerated() {
            while length > 0, word[length] != byte { length = borders[length - 1] }
            if word[length] == byte { length += 1 }
            if length == word.count { return index + 1 }
        }
        return nil
    }
}
