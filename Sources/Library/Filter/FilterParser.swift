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
