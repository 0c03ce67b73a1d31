/// A filter on items, in the filter language: of saved searches, rules, highlights and `--filter`.
///
/// [Documentation/reference/filters.md](../../../Documentation/reference/filters.md) has the grammar.
package struct Filter: Hashable, Sendable {
    /// As it was typed.
    package let text: String
    let expression: FilterExpression

    /// Longer filters are refused.
    static let longestText = 4000

    /// Parses a filter, or throws the position of the mistake.
    package init(_ text: String) throws(FilterProblem) { try self.init(text, FilterAttribute.allCases) }

    /// Parses a filter that may compare only these attributes.
    init(_ text: String, _ attributes: [FilterAttribute]) throws(FilterProblem) {
        var parser = try FilterParser(text, attributes: attributes)
        expression = try parser.filter()
        self.text = text
    }

    /// Parses the filter at the start of `text`, up to a word that ends it; returns it with the rest.
    static func prefix(of text: String, upTo end: String) throws(FilterProblem) -> (filter: Filter, rest: Substring) {
        var parser = try FilterParser(text, end: end)
        let expression = try parser.filter()
        let (before, rest) = try parser.split(text)
        return (Filter(before, expression), rest)
    }

    /// The same filter for some of the items alone.
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

    /// The names of what filters compare: attributes of items, and attributes of feeds.
    package static let attributeNames = (
        ofItems: FilterAttribute.allCases.filter { !$0.isOfFeed }.map(\.rawValue),
        ofFeeds: FilterAttribute.allCases.filter(\.isOfFeed).map(\.rawValue)
    )

    /// Matches every item.
    package static let everything = Filter("", .all([]))

    private init(_ text: String, _ expression: FilterExpression) {
        self.text = text
        self.expression = expression
    }
}

/// Tests and how they are combined.
indirect enum FilterExpression: Hashable, Sendable {
    case all([FilterExpression])
    case any([FilterExpression])
    case not(FilterExpression)
    case test(FilterTest)
}

extension FilterExpression {
    /// Whether it depends only on the feed of an item.
    var isOfFeed: Bool { !tests.isEmpty && tests.allSatisfy(\.isOfFeed) }

    /// All tests in it.
    var tests: [FilterTest] {
        switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.tests)
        case .not(let part): part.tests
        case .test(let test): [test]
        }
    }

    /// The largest parts of it that depend only on the feed.
    var feedParts: [FilterExpression] {
        if isOfFeed { return [self] }
        return switch self {
        case .all(let parts), .any(let parts): parts.flatMap(\.feedParts)
        case .not(let part): part.feedParts
        case .test: []
        }
    }

    /// The tests of the feed that decide about the feed's items, alone or with tests of the items.
    var feedConditions: [FilterExpression] {
        feedParts + tests.filter { if case .tag = $0 { true } else { false } }.map(FilterExpression.test)
    }

    /// The parts that must all match.
    var conjuncts: [FilterExpression] {
        if case .all(let parts) = self { parts.flatMap(\.conjuncts) } else { [self] }
    }
}
