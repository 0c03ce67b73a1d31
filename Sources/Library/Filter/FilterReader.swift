/// Splits the text of a filter into words, strings and signs.
struct FilterReader {
    struct Token: Equatable {
        enum Kind: Equatable {
            case open
            case close
            /// `!` by itself.
            case not
            /// `-` directly before what it excludes.
            case minus
            case sign(FilterOperator)
            case string(String)
            case word(String)
            case end
        }

        let kind: Kind
        /// Its position, in characters from 0.
        let start: Int
        let end: Int

        var column: Int { start + 1 }
    }

    private let characters: [Unicode.Scalar]
    private var position = 0

    init(_ text: String) throws(FilterProblem) {
        characters = Array(text.unicodeScalars.prefix(Filter.longestText + 1))
        guard characters.count <= Filter.longestText else {
            throw FilterProblem(
                "the filter is too long: use at most \(Filter.longestText) characters", column: characters.count)
        }
        if let nul = characters.firstIndex(of: "\0") {
            throw FilterProblem("invalid character", column: nul + 1)
        }
    }

    mutating func next() throws(FilterProblem) -> Token {
        while let character = current, character.properties.isWhitespace { position += 1 }
        let start = position
        guard let character = current else { return Token(kind: .end, start: start, end: start) }
        let kind: Token.Kind
        switch character {
        case "(": kind = consume(1, .open)
        case ")": kind = consume(1, .close)
        case "\"": kind = try .string(string())
        case "-" where follower.map { !$0.properties.isWhitespace && $0 != ")" } == true: kind = consume(1, .minus)
        default: kind = readSign() ?? .word(word())
        }
        return Token(kind: kind, start: start, end: position)
    }

    private var current: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

    private var follower: Unicode.Scalar? { position + 1 < characters.count ? characters[position + 1] : nil }

    private mutating func consume(_ count: Int, _ kind: Token.Kind) -> Token.Kind {
        position += count
        return kind
    }

    private mutating func readSign() -> Token.Kind? {
        let first = characters[position]
        if let second = follower {
            if first == "=", second == "=" { return consume(2, .sign(.equals)) }
            if let sign = FilterOperator(rawValue: "\(first)\(second)") { return consume(2, .sign(sign)) }
        }
        if let sign = FilterOperator(rawValue: String(first)) { return consume(1, .sign(sign)) }
        return first == "!" ? consume(1, .not) : nil
    }

    /// Up to the next quotation mark. A backslash only escapes that mark, since regular expressions have many
    /// backslashes.
    private mutating func string() throws(FilterProblem) -> String {
        let start = position
        position += 1
        var string = String.UnicodeScalarView()
        while let character = current {
            position += 1
            if character == "\"" { return String(string) }
            if character == "\\", let escaped = current {
                position += 1
                if escaped != "\"" { string.append(character) }
                string.append(escaped)
            } else {
                string.append(character)
            }
        }
        throw FilterProblem("unmatched quotation mark", column: start + 1)
    }

    private mutating func word() -> String {
        var word = String.UnicodeScalarView()
        while let character = current, !character.properties.isWhitespace,
            !"()\"=!<>#".unicodeScalars.contains(character)
        {
            word.append(character)
            position += 1
        }
        return String(word)
    }
}
