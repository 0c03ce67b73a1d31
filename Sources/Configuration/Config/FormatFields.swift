/// What a text in newsboat's notation has in it that stands for something: `t` and `T` in `%-20t %?T?by %T&?`.
struct FormatFields {
    /// The letters, and how many characters stand before each. What signs give it a width is passed over.
    private(set) var letters: [(letter: Character, index: Int)] = []
    /// How many characters stand before a field that the text ends in the middle of, such as `%4` or `%?T?by`; nil where all
    /// have their ends.
    private(set) var unfinished: Int?

    init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while unfinished == nil, let start = rest.firstIndex(of: "%") {
            rest = rest[(start + 1)...]
            if !takeField(&rest) { unfinished = start }
        }
    }

    /// Takes what stands behind a percent sign; false where the text ends in the middle of it.
    private mutating func takeField(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        switch rest.first {
        case "%":
            rest.removeFirst()
            return true
        // What fills a row.
        case ">":
            rest.removeFirst()
            return rest.popFirst() != nil
        // The field that a choice goes by.
        case "?":
            rest.removeFirst()
            return takeLetter(&rest) && rest.dropFirst().contains("?")
        default:
            rest = rest.drop { "-=0123456789".unicodeScalars.contains($0) }
            return takeLetter(&rest)
        }
    }

    private mutating func takeLetter(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        let index = rest.startIndex
        guard let letter = rest.popFirst() else { return false }
        letters.append((Character(letter), index))
        return true
    }
}
