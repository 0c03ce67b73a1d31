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
