import FoundationEssentials
import Patterns
import SQLite
import System
import Typesetting

/// A filter in SQL, over `states` and `items`, at one time and for one library.
struct FilterSQL {
    /// The condition: first which items count at all, then the filter.
    private(set) var condition: String
    /// The values of the condition's parameters, in order.
    private(set) var values: [Value] = []
    /// Whether it tests feeds. A list then shows the copy of a story in a matching feed.
    let isOfFeeds: Bool

    /// Which items count at all.
    enum Range {
        /// Those in lists of several feeds; if the filter tests feeds, those of the user's feeds.
        case shown
        /// Those in lists of several feeds, whatever the filter tests.
        case listed
        case all
    }

    /// The tables, in the order in which to read them.
    static let tables = "states CROSS JOIN items ON items.id = states.item"
    /// The tables for items with known numbers. Without this order SQLite would read a whole index.
    static let tablesByNumber = "states NOT INDEXED CROSS JOIN items ON items.id = states.item"

    private let database: Database
    private let now: Date
    private let index: Index

    /// Where to look for words: in the texts themselves, or in the search index if these are many.
    enum Index {
        case none
        case all
    }

    init(
        _ filter: FilterExpression, of range: Range, at now: Date, using index: Index, in database: Database
    ) throws {
        self.database = database
        self.now = now
        self.index = index
        isOfFeeds = !filter.feedParts.isEmpty
        condition =
            switch range {
            case .all: "is_deleted = 0"
            case .shown where isOfFeeds: "is_deleted = 0 AND states.feed IN (SELECT id FROM feeds WHERE is_subscribed)"
            case .shown, .listed: "is_listed = 1"
            }
        // Conditions that an index answers come first, as separate terms.
        let parts = filter.conjuncts.map(\.positive)
        for part in parts.filter(\.isOfState) + parts.filter({ !$0.isOfState }) {
            condition += " AND \(try sql(part))"
        }
    }

    /// Returns a filter that only tests feeds, over `feeds`.
    static func feeds(_ filter: FilterExpression, at now: Date, in database: Database) throws -> FilterSQL {
        try FilterSQL(ofFeeds: filter, now, database)
    }

    private init(ofFeeds filter: FilterExpression, _ now: Date, _ database: Database) throws {
        self.database = database
        self.now = now
        index = .none
        isOfFeeds = true
        condition = ""
        condition = try feedSQL(filter)
    }

    private mutating func sql(_ expression: FilterExpression) throws -> String {
        if case .test(.feed(let names)) = expression { return "states.feed IN (\(try list(naming: names)))" }
        if expression.isOfFeed { return "states.feed IN (SELECT id FROM feeds WHERE \(try feedSQL(expression)))" }
        switch expression {
        case .all(let parts): return try join(parts, by: " AND ") { try $0.sql($1) }
        case .any(let parts): return try join(parts, by: " OR ") { try $0.sql($1) }
        case .not(let part): return "NOT \(try sql(part))"
        case .test(let test): return try sql(test)
        }
    }

    private mutating func feedSQL(_ expression: FilterExpression) throws -> String {
        switch expression {
        case .all(let parts): return try join(parts, by: " AND ") { try $0.feedSQL($1) }
        case .any(let parts): return try join(parts, by: " OR ") { try $0.feedSQL($1) }
        case .not(let part): return "NOT \(try feedSQL(part))"
        case .test(.isOf(let feed)): return "feeds.id = \(feed.rawValue)"
        case .test(.feed(let names)): return "feeds.id IN (\(try list(naming: names)))"
        case .test(.tag(let tag)):
            values.append(.text(tag))
            return "EXISTS (SELECT 1 FROM feed_tags WHERE feed_tags.feed = feeds.id AND tag = ? COLLATE NOCASE)"
        case .test(let test): return try sql(test)
        }
    }

    private func list(naming names: [String]) throws -> String { try FeedNames(in: database).list(naming: names) }

    private mutating func join(
        _ parts: [FilterExpression], by word: String,
        _ sql: (inout FilterSQL, FilterExpression) throws -> String
    ) throws -> String {
        var texts: [String] = []
        for part in parts { texts.append(try sql(&self, part)) }
        return "(\(texts.joined(separator: word)))"
    }

    private mutating func sql(_ test: FilterTest) throws -> String {
        switch test {
        case .state(let state, let value): return state.condition(value)
        case .date(let dates):
            let from = dates.from.map { "date >= \($0.milliseconds(at: now))" }
            let before = dates.before.map { "date < \($0.milliseconds(at: now))" }
            return "(\([from, before].compactMap { $0 }.joined(separator: " AND ")))"
        case .tag(let tag):
            values += [.text(tag), .text(tag)]
            return """
                (states.feed IN (SELECT feed FROM feed_tags WHERE tag = ? COLLATE NOCASE)
                    OR EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item AND tag = ? COLLATE NOCASE))
                """
        case .words(let term): return try words(term)
        case .compare(let attribute, let comparison, let value): return compare(attribute, comparison, value)
        case .between(let attribute, let range):
            return "(CAST(\(sql(attribute)) AS INTEGER) BETWEEN \(range.lowerBound) AND \(range.upperBound))"
        case .feed, .isOf: preconditionFailure("a test of feeds is asked of feeds")
        }
    }

    private mutating func sql(_ attribute: FilterAttribute) -> String {
        if attribute.needsTime { values.append(.integer(now.milliseconds)) }
        return attribute.sql
    }

    private mutating func compare(
        _ attribute: FilterAttribute, _ comparison: FilterOperator, _ value: String
    ) -> String {
        switch comparison {
        case .equals: return text(attribute, "= ?", value)
        case .differs: return text(attribute, "<> ?", value)
        case .matches: return pattern(value, attribute)
        case .matchesNot: return "NOT \(pattern(value, attribute))"
        case .contains: return contains(attribute, value)
        case .containsNot: return "NOT \(contains(attribute, value))"
        case .less, .greater, .atMost, .atLeast:
            // As in newsboat: text that isn't a number counts as 0.
            return "(CAST(\(sql(attribute)) AS INTEGER) \(comparison.rawValue) \(Int64(value) ?? 0))"
        case .between: preconditionFailure("between has two values")
        }
    }

    private mutating func text(_ attribute: FilterAttribute, _ comparison: String, _ value: String) -> String {
        let sql = sql(attribute)
        values.append(.text(value))
        return "(CAST(\(sql) AS TEXT) \(comparison))"
    }

    private mutating func pattern(_ pattern: String, _ attribute: FilterAttribute) -> String {
        values.append(.text(pattern))
        return "\(FilterFunction.matches)(?, \(sql(attribute)))"
    }

    private mutating func contains(_ attribute: FilterAttribute, _ value: String) -> String {
        if let member = attribute.member {
            values.append(.text(value))
            return member
        }
        let sql = sql(attribute)
        values.append(.text(" \(value) "))
        return "(instr(' ' || \(sql) || ' ', ?) > 0)"
    }
}

// Words have the meaning that they have in the search.
extension FilterSQL {
    private mutating func words(_ term: SearchTerm) throws -> String {
        let looked = Self.lookThrough(term)
        guard index == .all, term.titlePrefix == nil else { return add(looked) }
        let indexed = try add(Self.lookUp(term, in: database.searchVolumes().map(\.volume)))
        let gaps = try database.searchGaps()
        guard gaps.size > 0 else { return indexed }
        let ranges = gaps.ranges.map { "states.item BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
        let changed = "EXISTS (SELECT 1 FROM search_changes WHERE search_changes.item = states.item AND is_due = 1)"
        return "(\(indexed) OR ((\((ranges + [changed]).joined(separator: " OR "))) AND \(add(looked))))"
    }

    private mutating func add(_ part: (sql: String, values: [Value])) -> String {
        values += part.values
        return "(\(part.sql))"
    }

    /// Looks into the search index.
    private static func lookUp(_ term: SearchTerm, in volumes: [SearchVolume]) -> (sql: String, values: [Value]) {
        guard !volumes.isEmpty else { return ("0", []) }
        let selects = volumes.map { volume in
            let number = "\(volume.table).rowid"
            return """
                SELECT \(SearchText.item(number)) FROM \(volume.table)
                    LEFT JOIN search_changes ON search_changes.item = \(SearchText.item(number))
                WHERE \(volume.table) MATCH ? AND \(SearchText.edition(number)) = coalesce(edition, 0)
                """
        }
        let sql = "states.item IN (\(selects.joined(separator: " UNION ALL ")))"
        return (sql, volumes.map { _ in .text(term.expression) })
    }

    /// Looks into the texts themselves.
    private static func lookThrough(_ term: SearchTerm) -> (sql: String, values: [Value]) {
        let title = "\(FilterFunction.hasWords)(?, items.title)"
        let author = "\(FilterFunction.hasWords)(?, coalesce(items.author, ''))"
        let text = "\(FilterFunction.hasWordsInHTML)(?, \(FilterAttribute.content.sql))"
        let places =
            switch term.column {
            case .title: [title]
            case .author: [author]
            case nil: term.titlePrefix == nil ? [title, author, text] : [title]
            }
        let words = term.isPrefix ? term.text.asPrefix : term.text
        return (places.joined(separator: " OR "), places.map { _ in .text(words) })
    }
}

extension String {
    /// The word with a star at the end, for a prefix.
    fileprivate var asPrefix: String { hasSuffix("*") ? self : self + "*" }
}

extension FilterExpression {
    /// Whether an index over `states` may answer it.
    fileprivate var isOfState: Bool {
        switch self {
        case .test(.state), .test(.date): true
        case .test, .all, .any, .not: false
        }
    }
}

/// The items that have a state with a list (`ItemState.hasList`), or those that don't.
struct ListedState: Hashable, Sendable {
    let state: ItemState
    let value: Bool
}

/// How to find the items of a saved search: by indexes of lists, and by the rest.
struct FilterPlan: Hashable, Sendable {
    private(set) var isUnread = false
    /// The state that it lists by; nil if it shows items with and without.
    private(set) var listed: ListedState?
    private(set) var dates: [FilterDates] = []
    /// The tests of feeds.
    private(set) var feeds: [FilterExpression] = []
    /// The tests that no index answers.
    private(set) var rest: [FilterExpression] = []
    /// Everything except being unread, so that a mark of many items need not move them.
    private(set) var kept: [FilterExpression] = []

    init(_ filter: FilterExpression) {
        for part in filter.conjuncts {
            if case .test(.state(.read, false)) = part.positive {
                isUnread = true
                continue
            }
            kept.append(part)
            switch part.positive {
            case .test(.state(let state, let value)) where state.hasList && isFree(for: state, value):
                listed = ListedState(state: state, value: value)
            case .test(.date(let range)): dates.append(range)
            case let part where part.isOfFeed: feeds.append(part)
            default: rest.append(part)
            }
        }
    }

    private func isFree(for state: ItemState, _ value: Bool) -> Bool {
        listed == nil || listed == ListedState(state: state, value: value)
    }

    /// Whether its items must be kept in a table, because no index has them in order.
    var isKept: Bool { !rest.isEmpty }
}

extension FilterExpression {
    /// Without a “not” that a test of a mark can absorb.
    fileprivate var positive: FilterExpression {
        switch self {
        case .not(.test(.state(let state, let value))): .test(.state(state, !value))
        default: self
        }
    }
}

/// Tests of texts that SQL can't do: the names of functions that each connection has.
private enum FilterFunction {
    static let matches = "lede_matches"
    static let hasWords = "lede_has_words"
    static let hasWordsInHTML = "lede_has_words_in_html"
}

extension Database {
    func addFilterFunctions() throws(SQLiteError) {
        // Caches the last patterns and words, because a query uses the same ones for every row.
        let patterns = Locked(Prepared<Pattern>())
        try addFunction(FilterFunction.matches, parameters: 2, isDeterministic: true) { arguments in
            let source = arguments.text(0)
            return try arguments.withText(1) { text in
                try patterns.withLock { try $0.value(for: source) { try Pattern(PatternSource($0)) }.matches(text) }
            }
        }
        let words = Locked(Prepared<SearchHits>())
        try addFunction(FilterFunction.hasWords, parameters: 2, isDeterministic: true) { arguments in
            let source = arguments.text(0)
            return arguments.withText(1) { text in words.withLock { $0.hits(for: source, in: text) } }
        }
        let wordsInHTML = Locked(Prepared<(SearchHits, [WordSieve])>())
        try addFunction(FilterFunction.hasWordsInHTML, parameters: 2, isDeterministic: true) { arguments in
            let source = arguments.text(0)
            let (hits, sieves) = wordsInHTML.withLock { prepared in
                prepared.value(for: source) { (SearchHits(ofPlain: $0), SearchTerm(plain: $0)?.sieves ?? []) }
            }
            guard arguments.withText(1, { html in sieves.allSatisfy { $0.mayBe(in: html) } }) else { return false }
            let text = SearchBatch.Text.body(of: [arguments.text(1)])
            return !hits.ranges(in: text.utf8.span).isEmpty
        }
    }
}

/// A small cache of values made from texts.
private struct Prepared<Value> {
    private var values: [String: Value] = [:]
    private static var most: Int { 64 }

    mutating func value<Failure: Error>(
        for text: String, make: (String) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let known = values[text] { return known }
        let value = try make(text)
        if values.count >= Self.most { values = [:] }
        values[text] = value
        return value
    }
}

extension Prepared<SearchHits> {
    fileprivate mutating func hits(for words: String, in text: Span<UInt8>) -> Bool {
        !value(for: words) { SearchHits(ofPlain: $0) }.ranges(in: text).isEmpty
    }
}

extension SearchTerm {
    /// The term of a function's words, with a star at the end for a prefix.
    fileprivate init?(plain words: String) { self.init(words, isPrefix: words.hasSuffix("*")) }
}

extension SearchHits {
    fileprivate init(ofPlain words: String) { self.init(of: SearchTerm(plain: words).map { [$0] } ?? []) }
}

/// The names of the user's feeds.
private struct FeedNames {
    private var feeds: [(id: Int64, name: [UInt8], url: String)] = []

    init(in database: Database) throws {
        try database.each(
            "SELECT id, coalesce(own_title, '') || ' ' || coalesce(title, ''), url FROM feeds WHERE is_subscribed"
        ) { row in
            feeds.append((row.integer(0), Self.folded(row.text(1)), row.text(2).lowercased()))
        }
    }

    /// For SQL, the feeds whose title or URL contains one of these texts.
    func list(naming texts: [String]) -> String {
        let wanted = texts.map { (name: Self.folded($0), address: $0.lowercased()) }
        let found = feeds.filter { feed in
            wanted.contains { feed.name.holds($0.name) || feed.url.contains($0.address) }
        }
        return found.map { "\($0.id)" }.joined(separator: ", ")
    }

    /// The words alone, each after a space.
    private static func folded(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        WordScanner.scan(text.utf8.span, isQuery: true) { word, _ in
            folded.append(UInt8(ascii: " "))
            for index in 0..<word.count { folded.append(word[index]) }
        }
        return folded
    }
}
