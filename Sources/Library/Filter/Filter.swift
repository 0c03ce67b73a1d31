/// What a person asks of items, in the filter language: of query feeds, rules, highlights and `--filter`.
///
/// [Documentation/reference/filters.md](../../../Documentation/reference/filters.md) has the grammar.
package struct Filter: Hashable, Sendable {
    /// As it was typed.
    package let text: String
    let expression: FilterExpression

    /// More than a person types is refused.
    static let longestText = 4000

    /// Reads a filter, or says where it can't be understood.
    package init(_ text: String) throws(FilterProblem) {
        var parser = try FilterParser(text)
        expression = try parser.filter()
        self.text = text
    }

    /// Reads the filter that `text` begins with, up to a word at which it ends; returned is what stands behind that.
    static func prefix(of text: String, upTo end: String) throws(FilterProblem) -> (filter: Filter, rest: Substring) {
        var parser = try FilterParser(text, end: end)
        let expression = try parser.filter()
        let (before, rest) = try parser.split(text)
        return (Filter(before, expression), rest)
    }

    /// The same for some of the items alone.
    package func within(_ feed: FeedID? = nil, unreadOnly: Bool = false, starredOnly: Bool = false) -> Filter {
        var parts = [expression]
        if let feed { parts.append(.test(.isOf(feed))) }
        if unreadOnly { parts.append(.test(.isRead(false))) }
        if starredOnly { parts.append(.test(.isStarred(true))) }
        return Filter(text, .all(parts))
    }

    func and(_ other: Filter) -> Filter { Filter(text, .all([expression, other.expression])) }

    /// One comparison.
    init(_ attribute: FilterAttribute, _ comparison: FilterOperator, _ value: String) throws(FilterProblem) {
        self.init("", try FilterExpression(attribute, comparison, value, at: 1))
    }

    /// What every item is.
    package static let everything = Filter("", .all([]))

    private init(_ text: String, _ expression: FilterExpression) {
        self.text = text
        self.expression = expression
    }
}

/// Tests, and how they are joined.
indirect enum FilterExpression: Hashable, Sendable {
    case all([FilterExpression])
    case any([FilterExpression])
    case not(FilterExpression)
    case test(FilterTest)
}

extension FilterExpression {
    /// Whether it depends on the feed of an item alone.
    var isOfFeed: Bool { !tests.isEmpty && tests.allSatisfy(\.isOfFeed) }

    /// Every test in it.
    var tests: [FilterTest] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.tests)
        case .not(let part): part.tests
        case .test(let test): [test]
        }
    }

    /// The largest parts of it that depend on the feed alone.
    var feedParts: [FilterExpression] {
        if isOfFeed { return [self] }
        return switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.feedParts)
        case .not(let part): part.feedParts
        case .test: []
        }
    }

    /// What of a feed decides whether it is true of the feed's items, alone or with what they are themselves.
    var feedConditions: [FilterExpression] {
        feedParts + tests.filter { if case .tag = $0 { true } else { false } }.map(FilterExpression.test)
    }

    /// What has to be true all at once.
    var conjuncts: [FilterExpression] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }
}
