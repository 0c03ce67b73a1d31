/// The letters of a text in newsboat's notation that stand for something: `t` and `T` in `%-20t %?T?by %T&?`.
struct FormatFields: Sequence, IteratorProtocol {
    private var rest: Substring.UnicodeScalarView
    private var index = 0

    init(_ text: String) {
        rest = text.unicodeScalars[...]
    }

    /// The next letter, and how many characters stand before it. What signs give it a width is passed over.
    mutating func next() -> (letter: Character, index: Int)? {
        while let sign = pop() {
            guard sign == "%", var letter = pop() else { continue }
            if letter == "%" { continue }
            if letter == ">" {
                _ = pop()
                continue
            }
            if letter == "?" { return pop().map { (Character($0), index - 1) } }
            while letter == "-" || letter == "=" || ("0"..."9").contains(letter) {
                guard let next = pop() else { return nil }
                letter = next
            }
            return (Character(letter), index - 1)
        }
        return nil
    }

    private mutating func pop() -> Unicode.Scalar? {
        index += 1
        return rest.popFirst()
    }
}

extension FormatFields {
    /// How many characters stand before a field that the text ends in the middle of, such as `%4` or `%?T?by`; nil where all
    /// have their ends.
    static func unfinished(in text: String) -> Int? {
        let scalars = Array(text.unicodeScalars)
        var rest = scalars[...]
        while let start = rest.firstIndex(of: "%") {
            rest = rest[(start + 1)...]
            if let sign = rest.first, "%>?".unicodeScalars.contains(sign) {
                rest.removeFirst()
                // What fills a row, or the field that a choice goes by.
                if sign != "%", rest.popFirst() == nil { return start }
                if sign == "?", !rest.dropFirst().contains("?") { return start }
            } else {
                rest = rest.drop { "-=0123456789".unicodeScalars.contains($0) }
                if rest.popFirst() == nil { return start }
            }
        }
        return nil
    }
}
