/// Splits the text of a query at spaces and quotation marks.
struct SearchQueryReader {
    struct Part {
        /// The key before a colon, in lower case.
        var key: String?
        var value: String
        /// The whole part as it was typed.
        var text: String
        var isExcluded: Bool
        var isPhrase: Bool
        var isPrefix: Bool
        /// Whether the user is still typing it.
        var isUnfinished: Bool
        /// Whether it is a phrase without an end.
        var isUnclosed = false
        var isLast: Bool

        var isOr: Bool { text == "OR" && !isPhrase }

        /// Whether it is an unknown key before a colon with letters after it; URLs and times aren't.
        var looksLikeCondition: Bool {
            let letters = text.prefix { $0.isASCII && $0.isLetter }
            let behind = text[letters.endIndex...]
            return key == nil && !isPhrase && letters.count > 1 && behind.first == ":"
                && behind.dropFirst().first?.isLetter == true
        }
    }

    private let isFinished: Bool
    private var rest: Substring.UnicodeScalarView

    init(_ text: String, isFinished: Bool) {
        self.isFinished = isFinished
        rest = Substring(text).unicodeScalars
    }

    mutating func next() -> Part? {
        rest = rest.drop { $0.properties.isWhitespace }
        guard !rest.isEmpty else { return nil }
        let isExcluded = rest.count > 1 && rest.first == "-" && rest.dropFirst().first?.properties.isWhitespace == false
        if isExcluded { rest.removeFirst() }
        let start = rest
        let key = readKey()
        if rest.first?.isQuotationMark == true { return phrase(key, isExcluded) }
        let word = rest.prefix { !$0.properties.isWhitespace && !$0.isQuotationMark }
        rest = rest.dropFirst(word.count)
        let isUnfinished = rest.isEmpty && !isFinished
        return Part(
            key: key, value: String(word), text: String(start[..<word.endIndex]), isExcluded: isExcluded,
            isPhrase: false, isPrefix: isUnfinished && !isExcluded || word.last == "*", isUnfinished: isUnfinished,
            isLast: rest.isEmpty)
    }

    private mutating func phrase(_ key: String?, _ isExcluded: Bool) -> Part {
        let inside = rest.dropFirst().prefix { !$0.isQuotationMark }
        rest = rest[inside.endIndex...]
        let isClosed = !rest.isEmpty
        rest = rest.dropFirst()
        let isPrefix = !isClosed && !isFinished && !isExcluded || rest.first == "*"
        if rest.first == "*" { rest.removeFirst() }
        return Part(
            key: key, value: String(inside), text: String(inside), isExcluded: isExcluded, isPhrase: true,
            isPrefix: isPrefix, isUnfinished: !isClosed && !isFinished, isUnclosed: !isClosed && isFinished,
            isLast: rest.isEmpty)
    }

    /// Takes a known key and its colon.
    private mutating func readKey() -> String? {
        let letters = rest.prefix { $0.isASCII && $0.properties.isAlphabetic }
        guard rest[letters.endIndex...].first == ":" else { return nil }
        let key = String(letters).lowercased()
        guard SearchConditions.Key(rawValue: key) != nil || SearchTerm.Column(rawValue: key) != nil else { return nil }
        rest = rest[letters.endIndex...].dropFirst()
        return key
    }
}

extension Unicode.Scalar {
    fileprivate var isQuotationMark: Bool { ["\"", "“", "”", "„", "«", "»"].contains(self) }
}
