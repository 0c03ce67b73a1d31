/// The fields of a format in newsboat's syntax: `t` and `T` in `%-20t %?T?by %T&?`.
struct FormatFields {
    /// The letters, and the number of characters before each, without their widths.
    private(set) var letters: [(letter: Character, index: Int)] = []
    /// The number of characters before a field that isn't finished, such as `%4` or `%?T?by`; nil if all are.
    private(set) var unfinished: Int?

    init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while unfinished == nil, let start = rest.firstIndex(of: "%") {
            rest = rest[(start + 1)...]
            if !readField(&rest) { unfinished = start }
        }
    }

    /// Reads a field after a percent sign; returns false if the text ends before the field.
    private mutating func readField(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        switch rest.first {
        case "%":
            rest.removeFirst()
            return true
        // Padding of the row.
        case ">":
            rest.removeFirst()
            return rest.popFirst() != nil
        // The field that a condition tests.
        case "?":
            rest.removeFirst()
            return readLetter(&rest) && rest.dropFirst().contains("?")
        default:
            rest = rest.drop { "-=0123456789".unicodeScalars.contains($0) }
            return readLetter(&rest)
        }
    }

    private mutating func readLetter(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        let index = rest.startIndex
        guard let letter = rest.popFirst() else { return false }
        letters.append((Character(letter), index))
        return true
    }
}
