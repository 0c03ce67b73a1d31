import FoundationEssentials
import Patterns

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
        guard let condition = SearchConditions.Key(rawValue: name) else {
            let names = SearchConditions.Key.allCases.map(\.rawValue) + SearchTerm.Column.allCases.map(\.rawValue)
            throw FilterProblem.unknown(key + ":", among: names.map { $0 + ":" }, column: column)
        }
        guard !value.isEmpty else { throw FilterProblem("expected a value right after \(name):", column: valueColumn) }
        switch condition {
        case .feed: return .test(.feed(value))
        case .tag: return .test(.tag(value))
        case .is:
            switch SearchConditions.State(rawValue: value.lowercased()) {
            case .unread: return .test(.isRead(false))
            case .read: return .test(.isRead(true))
            case .starred: return .test(.isStarred(true))
            case nil: throw FilterProblem("use is:unread, is:read or is:starred", column: valueColumn)
            }
        case .after: return .test(.date(FilterDates(from: try FilterDates.Moment(value, at: valueColumn))))
        case .before: return .test(.date(FilterDates(before: try FilterDates.Moment(value, at: valueColumn))))
        }
    }
}

extension FilterDates.Moment {
    init(_ text: String, at column: Int) throws(FilterProblem) {
        guard SearchDate.instant(text.lowercased(), now: .init(timeIntervalSince1970: 0)) != nil else {
            throw FilterProblem("expected a date such as 2026-01-31, 2026-01, today, 7d or 12h", column: column)
        }
        self = .written(text.lowercased())
    }
}

extension FilterExpression {
    /// Compares an attribute with a value, if possible.
    init(
        _ attribute: FilterAttribute, _ sign: FilterOperator, _ value: String, at column: Int
    ) throws(FilterProblem) {
        switch (attribute, sign) {
        case (.age, _):
            guard let dates = FilterDates(age: value, sign) else {
                throw FilterProblem("expected an age: a number of days, or 12h, 7d, 2w, 3m or 1y", column: column)
            }
            self = sign == .differs ? .not(.test(.date(dates))) : .test(.date(dates))
        case (.date, .less), (.date, .atMost):
            self = .test(.date(FilterDates(before: try FilterDates.Moment(value, at: column))))
        case (.date, .greater), (.date, .atLeast):
            self = .test(.date(FilterDates(from: try FilterDates.Moment(value, at: column))))
        case (.unread, .equals), (.unread, .differs):
            self = .test(.isRead(try Self.isYes(value, at: column) == (sign == .differs)))
        case (.starred, .equals), (.starred, .differs):
            self = .test(.isStarred(try Self.isYes(value, at: column) == (sign == .equals)))
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

    private static func isYes(_ value: String, at column: Int) throws(FilterProblem) -> Bool {
        switch value.lowercased() {
        case "yes": return true
        case "no": return false
        default: throw FilterProblem("expected \"yes\" or \"no\"", column: column)
        }
    }
}
