import FoundationEssentials
import Patterns

/// Parses a filter: `or` binds least, then `and`, which may be left out, then `not`.
struct FilterParser {
    /// The limits of nested parentheses and nots, and of conditions: SQLite's parser keeps a hundred symbols at most, and
    /// its expressions are at most a thousand levels deep, one for each condition.
    private static let deepest = 16
    private static let mostTests = 400

    private var reader: FilterReader
    var token: FilterReader.Token
    private var depth = 0
    private var tests = 0
    /// The word that ends the filter before the text ends.
    private let end: String?
    /// The attributes that may be compared.
    let attributes: [FilterAttribute]

    init(
        _ text: String, end: String? = nil, attributes: [FilterAttribute] = FilterAttribute.allCases
    ) throws(FilterProblem) {
        reader = try FilterReader(text)
        token = try reader.next()
        self.end = end
        self.attributes = attributes
    }

    mutating func filter() throws(FilterProblem) -> FilterExpression {
        if isAtEnd {
            throw FilterProblem(
                "expected a filter, such as unread = \"yes\" and title =~ \"…\"", column: token.column)
        }
        let expression = try disjunction()
        guard isAtEnd else { throw FilterProblem("unmatched closing parenthesis", column: token.column) }
        return expression
    }

    /// The text before the word that ended the filter, and after it.
    func split(_ text: String) throws(FilterProblem) -> (before: String, rest: Substring) {
        guard token.kind != .end else {
            throw FilterProblem("expected “\(end ?? "")” after the filter", column: token.column)
        }
        let scalars = text.unicodeScalars
        let start = scalars.index(scalars.startIndex, offsetBy: token.start)
        let rest = text[scalars.index(start, offsetBy: token.end - token.start)...]
        return (String(text[..<start].trimmingSpaces), rest)
    }

    private var isAtEnd: Bool { token.kind == .end || end.map(isWord) == true }

    func isWord(_ word: String) -> Bool {
        if case .word(let text) = token.kind { text.lowercased() == word } else { false }
    }

    mutating func advance() throws(FilterProblem) { token = try reader.next() }

    private mutating func disjunction() throws(FilterProblem) -> FilterExpression {
        var parts = [try conjunction()]
        while isWord("or") || isWord("||") {
            try advance()
            parts.append(try conjunction())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(FilterProblem) -> FilterExpression {
        var parts = [try negation()]
        while !isAtEnd, token.kind != .close, !isWord("or"), !isWord("||") {
            if isWord("and") || isWord("&&") { try advance() }
            parts.append(try negation())
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(FilterProblem) -> FilterExpression {
        switch token.kind {
        case .not, .minus: return try nested { (parser) throws(FilterProblem) in .not(try parser.negation()) }
        case .word where isWord("not"):
            return try nested { (parser) throws(FilterProblem) in .not(try parser.negation()) }
        case .open:
            return try nested { (parser) throws(FilterProblem) in
                let inside = try parser.disjunction()
                guard parser.token.kind == .close else {
                    throw FilterProblem("expected a closing parenthesis", column: parser.token.column)
                }
                try parser.advance()
                return inside
            }
        case .string(let text):
            try count()
            let column = token.column
            try advance()
            return try words(text, column)
        case .word(let word):
            guard !isAtEnd, !["and", "or", "&&", "||"].contains(word.lowercased()) else {
                throw expected("a condition")
            }
            try count()
            return try test(word)
        case .close, .sign, .end: throw expected("a condition, such as unread = \"yes\", tag:code or a word")
        }
    }

    /// Enters a parenthesis or a not, up to the limit.
    private mutating func nested(
        _ body: (inout FilterParser) throws(FilterProblem) -> FilterExpression
    ) throws(FilterProblem) -> FilterExpression {
        depth += 1
        guard depth <= Self.deepest else {
            throw FilterProblem(
                "too many nested parentheses and nots: use at most \(Self.deepest)", column: token.column)
        }
        try advance()
        let expression = try body(&self)
        depth -= 1
        return expression
    }

    /// Counts a condition, up to the limit.
    private mutating func count() throws(FilterProblem) {
        tests += 1
        guard tests <= Self.mostTests else {
            throw FilterProblem("too many conditions: use at most \(Self.mostTests)", column: token.column)
        }
    }

    func expected(_ what: String) -> FilterProblem {
        FilterProblem("expected \(what)", column: token.column)
    }
}

extension StringProtocol {
    var trimmingSpaces: SubSequence {
        let front = drop(while: \.isWhitespace)
        return front.lastIndex { !$0.isWhitespace }.map { front[...$0] } ?? front[front.endIndex...]
    }
}

// The tests between `and`, `or` and `not`.
extension FilterParser {
    mutating func test(_ word: String) throws(FilterProblem) -> FilterExpression {
        let start = token
        try advance()
        if case .sign(let sign) = token.kind { return try comparison(word, sign, at: start.column) }
        if isWord("between") { return try comparison(word, .between, at: start.column) }
        guard let colon = word.firstIndex(of: ":"), colon != word.startIndex else {
            return try words(word, start.column)
        }
        let (key, value) = (String(word[..<colon]), String(word[word.index(after: colon)...]))
        let isName = key.unicodeScalars.allSatisfy { $0.isASCII && ($0.properties.isAlphabetic || $0 == "_") }
        // A colon with slashes after it is part of a URL.
        guard isName, !value.hasPrefix("//") else { return try words(word, start.column) }
        if value.isEmpty, case .string(let text) = token.kind, token.start == start.end {
            try advance()
            return try condition(key, text, start.column)
        }
        return try condition(key, value, start.column)
    }

    func words(_ text: String, in column: SearchTerm.Column? = nil, _ place: Int) throws(FilterProblem)
        -> FilterExpression
    {
        guard let term = SearchTerm(text, in: column, isPrefix: text.hasSuffix("*")) else {
            throw FilterProblem("expected a word to search for", column: place)
        }
        return .test(.words(term))
    }

    private mutating func comparison(
        _ name: String, _ sign: FilterOperator, at column: Int
    ) throws(FilterProblem) -> FilterExpression {
        guard let attribute = FilterAttribute(rawValue: name.lowercased()) else {
            if name.lowercased() == "articleindex" {
                throw FilterProblem("filters can't use articleindex", column: column)
            }
            throw FilterProblem.unknown(name, among: attributes.map(\.rawValue), column: column)
        }
        guard attributes.contains(attribute) else {
            throw FilterProblem(
                "“\(name)” is about items: use \(attributes.map(\.rawValue).joined(separator: ", "))", column: column)
        }
        try advance()
        let place = token.column
        let value = try value()
        return try FilterExpression(attribute, sign, value, at: place)
    }

    private mutating func value() throws(FilterProblem) -> String {
        var sign = ""
        if token.kind == .minus {
            sign = "-"
            try advance()
        }
        switch token.kind {
        case .string(let text) where sign.isEmpty:
            try advance()
            return text
        case .word(let word):
            try advance()
            return sign + word
        default: throw expected("a value: a number, or a text in quotation marks")
        }
    }

    /// `key:value`, as in the search, with the column of the key.
    private func condition(_ key: String, _ value: String, _ column: Int) throws(FilterProblem) -> FilterExpression {
        let name = key.lowercased()
        let valueColumn = column + key.unicodeScalars.count + 1
        if let field = SearchTerm.Column(rawValue: name) { return try words(value, in: field, valueColumn) }
        guard let condition = FilterKey(rawValue: name) else {
            let names = FilterKey.allCases.map(\.rawValue) + SearchTerm.Column.allCases.map(\.rawValue)
            throw FilterProblem.unknown(key + ":", among: names.map { $0 + ":" }, column: column)
        }
        guard !value.isEmpty else { throw FilterProblem("expected a value right after \(name):", column: valueColumn) }
        if let test = condition.test(value) { return .test(test) }
        throw condition == .is
            ? FilterProblem("use \(ItemState.filterAdvice)", column: valueColumn) : .noDate(at: valueColumn)
    }
}

extension FilterProblem {
    fileprivate static func noDate(at column: Int) -> FilterProblem {
        FilterProblem("expected a date such as 2026-01-31, 2026-01, today, 7d or 12h", column: column)
    }
}

extension FilterExpression {
    /// Compares an attribute with a value, if possible.
    init(
        _ attribute: FilterAttribute, _ sign: FilterOperator, _ value: String, at column: Int
    ) throws(FilterProblem) {
        if let state = attribute.state, sign == .equals || sign == .differs {
            let isCounted = try Self.isYes(value, at: column) == (sign == .equals)
            self = .test(.state(state, isCounted == state.countedValue))
            return
        }
        switch (attribute, sign) {
        case (.age, _):
            guard let dates = FilterDates(age: value, sign) else {
                throw FilterProblem("expected an age: a number of days, or 12h, 7d, 2w, 3m or 1y", column: column)
            }
            self = sign == .differs ? .not(.test(.date(dates))) : .test(.date(dates))
        case (.date, .less), (.date, .atMost):
            self = .test(.date(FilterDates(before: try Self.moment(value, at: column))))
        case (.date, .greater), (.date, .atLeast):
            self = .test(.date(FilterDates(from: try Self.moment(value, at: column))))
        case (.offline, .equals), (.offline, .differs):
            self = .test(.compare(.offline, sign, try Self.isYes(value, at: column) ? "yes" : "no"))
        case (_, .between):
            let ends = value.split(separator: ":", omittingEmptySubsequences: false)
            guard ends.count == 2, let first = Int64(ends[0]), let last = Int64(ends[1]) else {
                throw FilterProblem("“between” needs two numbers with a colon, such as 0:10", column: column)
            }
            self = .test(.between(attribute, min(first, last)...max(first, last)))
        case (_, .matches), (_, .matchesNot):
            do { _ = try Pattern(PatternSource(value)) } catch { throw FilterProblem(error.reason, column: column) }
            self = .test(.compare(attribute, sign, value))
        default: self = .test(.compare(attribute, sign, value))
        }
    }

    private static func moment(_ value: String, at column: Int) throws(FilterProblem) -> FilterDates.Moment {
        guard let moment = FilterDates.Moment(value) else { throw .noDate(at: column) }
        return moment
    }

    private static func isYes(_ value: String, at column: Int) throws(FilterProblem) -> Bool {
        switch value.lowercased() {
        case "yes": return true
        case "no": return false
        default: throw FilterProblem("expected \"yes\" or \"no\"", column: column)
        }
    }
}

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
