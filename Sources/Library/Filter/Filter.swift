import System

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
        if unreadOnly { parts.append(.test(.state(.read, false))) }
        if starredOnly { parts.append(.test(.state(.starred, true))) }
        return Filter(text, .all(parts))
    }

    func and(_ other: Filter) -> Filter { Filter(text, .all([expression, other.expression])) }

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

    /// Whether it depends only on the feed of an item.
    var isOfFeed: Bool { !tests.isEmpty && tests.allSatisfy(\.isOfFeed) }

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

/// Why a filter is invalid, and where.
package struct FilterProblem: Error, Equatable {
    /// The position, in characters from 1.
    package let column: Int
    /// What was expected there.
    package let reason: String

    init(_ reason: String, column: Int) {
        self.reason = reason
        self.column = column
    }
}

extension FilterProblem: CustomStringConvertible {
    package var description: String { "column \(column): \(reason)" }
}

extension FilterProblem {
    /// An unknown name, with the most similar known one.
    static func unknown(_ name: String, among names: [String], column: Int) -> FilterProblem {
        let advice = NearestName.of(name, among: names).map { "did you mean “\($0)”?" }
        return FilterProblem(
            "unknown attribute “\(name)”: \(advice ?? "use \(names.joined(separator: ", "))")", column: column)
    }
}

/// One test of a filter.
enum FilterTest: Hashable, Sendable {
    case compare(FilterAttribute, FilterOperator, String)
    case between(FilterAttribute, ClosedRange<Int64>)
    case state(ItemState, Bool)
    case date(FilterDates)
    /// The feed's title or URL contains one of these.
    case feed([String])
    case isOf(FeedID)
    /// The item or its feed has this tag.
    case tag(String)
    case words(SearchTerm)

    /// Whether it is the same for all items of a feed.
    var isOfFeed: Bool {
        switch self {
        case .compare(let attribute, _, _), .between(let attribute, _): attribute.isOfFeed
        case .feed, .isOf: true
        case .state, .date, .tag, .words: false
        }
    }

    /// Whether its result changes with time.
    var changesWithTime: Bool {
        switch self {
        case .compare(let attribute, _, _), .between(let attribute, _): attribute == .latestArticleAge
        case .date(let dates): dates.changeWithTime
        case .state, .feed, .isOf, .tag, .words: false
        }
    }

    /// Whether a mark changes its result.
    func depends(on mark: Mark) -> Bool {
        switch (self, mark) {
        case (.state(let own, _), .state(let state, _)) where own == state: true
        case (.compare(let attribute, _, _), .state(let state, _)) where attribute.state == state: true
        case (.compare(.flags, _, _), .tagged), (.compare(.flags, _, _), .untagged), (.tag, .tagged), (.tag, .untagged):
            true
        default: mark == .deleted
        }
    }
}

/// The keys of conditions such as `is:unread`, in filters and searches.
enum FilterKey: String, CaseIterable, Sendable {
    case feed
    case tag
    case `is`
    case after
    case before

    /// The test of a condition with this value; nil if it is invalid.
    func test(_ value: String) -> FilterTest? {
        guard !value.isEmpty else { return nil }
        switch self {
        case .feed: return .feed([value])
        case .tag: return .tag(value)
        case .is:
            let known = ItemState.filterWords.first { $0.word == value.lowercased() }
            return known.map { .state($0.state, $0.value) }
        case .after: return FilterDates.Moment(value).map { .date(FilterDates(from: $0)) }
        case .before: return FilterDates.Moment(value).map { .date(FilterDates(before: $0)) }
        }
    }
}

enum FilterOperator: String, CaseIterable, Sendable {
    case equals = "="
    case differs = "!="
    case matches = "=~"
    case matchesNot = "!~"
    case less = "<"
    case greater = ">"
    case atMost = "<="
    case atLeast = ">="
    case contains = "#"
    case containsNot = "!#"
    case between
}

/// The attributes of items and feeds, by newsboat's names.
enum FilterAttribute: String, CaseIterable, Sendable {
    case title, link, author, content, date, guid, unread, starred, queued, heard, offline
    case enclosureURL = "enclosure_url"
    case enclosureType = "enclosure_type"
    case flags
    case category
    case age
    // The same for all items of a feed.
    case feedTitle = "feedtitle"
    case description
    case feedLink = "feedlink"
    case feedDate = "feeddate"
    case address = "rssurl"
    case unreadCount = "unread_count"
    case totalCount = "total_count"
    case tags
    case feedIndex = "feedindex"
    case latestArticleAge = "latest_article_age"

    var isOfFeed: Bool {
        switch self {
        case .feedTitle, .description, .feedLink, .feedDate, .address, .unreadCount, .totalCount, .tags, .feedIndex,
            .latestArticleAge:
            true
        case .title, .link, .author, .content, .date, .guid, .unread, .starred, .queued, .heard, .offline,
            .enclosureURL, .enclosureType, .flags, .category, .age:
            false
        }
    }

    /// The value in SQL, as text or number; `?` is the time in milliseconds if it `needsTime`.
    var sql: String {
        switch self {
        case .title: "items.title"
        case .link: "coalesce(items.link, '')"
        case .author: "coalesce(items.author, '')"
        case .content:
            """
            (coalesce((SELECT html FROM contents WHERE contents.item = states.item), '')
                || coalesce((SELECT html FROM full_texts WHERE full_texts.item = states.item), ''))
            """
        case .guid: "coalesce((SELECT guid FROM contents WHERE contents.item = states.item), '')"
        case .date: "strftime('%Y-%m-%dT%H:%M:%SZ', states.date / 1000, 'unixepoch')"
        case .unread, .starred, .queued, .heard: state.map { "iif(states.\($0.countedCondition), 'yes', 'no')" } ?? "''"
        case .offline: "CASE \(Item.hasPage) WHEN 0 THEN 'no' ELSE 'yes' END"
        case .enclosureURL: Self.joined("url", of: "enclosures", where: "is_transcript = 0", inOrderOf: "position")
        case .enclosureType: Self.joined("type", of: "enclosures", where: "is_transcript = 0", inOrderOf: "position")
        case .flags: Self.joined("tag", of: "item_tags", inOrderOf: "tag")
        case .category: Self.joined("name", of: "categories", inOrderOf: "position")
        case .age: "(? - states.date) / 86400000"
        case .feedTitle: "coalesce(feeds.own_title, feeds.title, feeds.url)"
        case .description: "coalesce(feeds.description, '')"
        case .feedLink: "coalesce(feeds.site, '')"
        case .feedDate: "coalesce(strftime('%Y-%m-%dT%H:%M:%SZ', \(Self.newestDate) / 1000, 'unixepoch'), '')"
        case .address: "feeds.url"
        case .unreadCount: "feeds.unread"
        case .totalCount: "feeds.total"
        case .tags:
            """
            coalesce((SELECT group_concat(tag, ' ') FROM (SELECT tag FROM feed_tags WHERE feed = feeds.id ORDER BY tag)), '')
            """
        case .feedIndex:
            """
            (SELECT count(*) FROM feeds AS before WHERE before.is_subscribed AND before.position <= feeds.position)
            """
        case .latestArticleAge: "(? - \(Self.newestDate)) / 86400000"
        }
    }

    /// The state that it is the name of.
    var state: ItemState? { ItemState.allCases.first { $0.countedName == rawValue } }

    var needsTime: Bool { self == .age || self == .latestArticleAge }

    /// SQL with a parameter for whether one of several values equals it; nil for attributes that are text.
    var member: String? {
        switch self {
        case .flags: "EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item AND tag = ?)"
        case .category: "EXISTS (SELECT 1 FROM categories WHERE categories.item = states.item AND name = ?)"
        case .tags: "EXISTS (SELECT 1 FROM feed_tags WHERE feed_tags.feed = feeds.id AND tag = ?)"
        default: nil
        }
    }

    private static let newestDate = """
        (SELECT date FROM states AS newest WHERE newest.feed = feeds.id AND newest.is_deleted = 0
            ORDER BY newest.date DESC LIMIT 1)
        """

    private static func joined(
        _ column: String, of table: String, where condition: String = "1", inOrderOf order: String
    ) -> String {
        """
        coalesce((SELECT group_concat(\(column), ' ') FROM
            (SELECT \(column) FROM \(table) WHERE \(table).item = states.item AND \(condition) ORDER BY \(order))), '')
        """
    }
}
