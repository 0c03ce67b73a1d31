/// What the user types to search: words, phrases and conditions.
///
/// Text that isn't understood is words. The only mistakes are invalid conditions and unmatched quotation marks.
package struct SearchQuery: Equatable, Sendable {
    /// Each must be found, in one of its forms.
    var clauses: [[SearchTerm]] = []
    /// None of these may be found.
    var excluded: [SearchTerm] = []
    private(set) var conditions: [SearchCondition] = []
    /// The first mistake.
    package private(set) var mistake: SearchMistake?

    /// Longer text is cut off.
    private static let longestText = 2000
    private static let mostTerms = 32

    /// While the user types, the last word is a prefix.
    package init(_ text: String, isFinished: Bool = true) {
        var reader = SearchQueryReader(String(text.unicodeScalars.prefix(Self.longestText)), isFinished: isFinished)
        var joinsNext = false
        var terms = 0
        while terms < Self.mostTerms, let part = reader.next() {
            if part.isOr, !clauses.isEmpty, !part.isLast {
                joinsNext = true
                continue
            }
            terms += 1
            add(part, joinsLast: joinsNext)
            joinsNext = false
        }
    }

    /// The query after Enter: the last word stays a prefix, since its results are on the screen. A word of one or two
    /// letters, which matched only titles so far, becomes a whole word.
    package init(entered text: String) {
        let (typed, finished) = (SearchQuery(text, isFinished: false), SearchQuery(text))
        self = typed.findsTitlesAlone && !finished.findsTitlesAlone ? finished : typed
    }

    /// Whether a prefix is so short that it matches only titles.
    package var findsTitlesAlone: Bool { !titlePrefixes.isEmpty }

    /// Whether it has no words and no conditions.
    package var isEmpty: Bool { clauses.isEmpty && excluded.isEmpty && conditions.isEmpty }

    private mutating func add(_ part: SearchQueryReader.Part, joinsLast: Bool) {
        if let key = part.key.flatMap(FilterKey.init) {
            if let test = key.test(part.value) {
                return conditions.append(
                    SearchCondition(key: key, value: part.value, isExcluded: part.isExcluded, test: test))
            }
            if part.isUnfinished, key.mayGoOn(from: part.value) { return }
            record(SearchMistake(part.text, .condition(key)))
        }
        if part.looksLikeCondition { record(SearchMistake(part.text, .unknown)) }
        if part.isUnclosed, !part.value.isEmpty { record(SearchMistake(part.value, .unclosed)) }
        let column = part.key.flatMap(SearchTerm.Column.init)
        let text = column == nil && part.key != nil ? part.text : part.value
        guard let term = SearchTerm(text, in: column, isPrefix: part.isPrefix) else { return }
        if part.isExcluded {
            excluded.append(term)
        } else if joinsLast, let last = clauses.indices.last {
            clauses[last].append(term)
        } else {
            clauses.append([term])
        }
    }

    private mutating func record(_ mistake: SearchMistake) { self.mistake = self.mistake ?? mistake }

    /// The query for the index; nil if it has no word that the index can find.
    var match: String? {
        let wanted = clauses.filter { titlePrefix(of: $0) == nil }
        guard !wanted.isEmpty else { return nil }
        let all = wanted.map { "(\($0.map(\.expression).joined(separator: " OR ")))" }.joined(separator: " AND ")
        return withoutExcluded(all)
    }

    private func withoutExcluded(_ match: String) -> String {
        excludedMatch.map { "(\(match)) NOT (\($0))" } ?? match
    }

    var excludedMatch: String? {
        excluded.isEmpty ? nil : excluded.map(\.expression).joined(separator: " OR ")
    }

    /// What `match` says, for looking through texts.
    var textMatch: TextMatch {
        TextMatch(
            clauses.filter { titlePrefix(of: $0) == nil }.map { $0.map(\.withoutShortPrefix) },
            without: excluded.map(\.withoutShortPrefix))
    }

    /// What `excludedMatch` says, for looking through texts.
    var excludedText: TextMatch? {
        excluded.isEmpty ? nil : TextMatch([excluded.map(\.withoutShortPrefix)], without: [])
    }

    /// The index query for titles with words of this prefix, if nothing else is searched for.
    var titleMatch: String {
        withoutExcluded(clauses.joined().map(\.beginningInTitle).joined(separator: " AND "))
    }

    /// The prefixes of words in the title.
    var titlePrefixes: [[UInt8]] { clauses.compactMap(titlePrefix) }

    private func titlePrefix(of clause: [SearchTerm]) -> [UInt8]? { clause.count == 1 ? clause[0].titlePrefix : nil }
}

/// Splits the text of a query at spaces and quotation marks.
private struct SearchQueryReader {
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
        guard FilterKey(rawValue: key) != nil || SearchTerm.Column(rawValue: key) != nil else { return nil }
        rest = rest[letters.endIndex...].dropFirst()
        return key
    }
}

extension Unicode.Scalar {
    fileprivate var isQuotationMark: Bool { ["\"", "“", "”", "„", "«", "»"].contains(self) }
}

/// A word or phrase of a search.
struct SearchTerm: Hashable, Sendable {
    enum Column: String, CaseIterable, Sendable {
        case title
        case author
    }

    /// As it was typed; never without words.
    let text: String
    let column: Column?
    /// Whether the last word is a prefix.
    private(set) var isPrefix: Bool
    /// The words as the index has them.
    let words: [[UInt8]]

    /// Fails if the text has no words.
    init?(_ text: String, in column: Column? = nil, isPrefix: Bool = false) {
        var words: [[UInt8]] = []
        WordScanner.scan(text.utf8.span, isQuery: true) { word, _ in
            words.append(word.withUnsafeBufferPointer { Array($0) })
        }
        guard let last = words.last else { return nil }
        self.text = text
        self.words = words
        // Nearly every text has any single letter.
        self.column = column ?? (words.count == 1 && last.isOneLetter ? .title : nil)
        // In scripts without spaces, a single character is the start of the index's words.
        self.isPrefix = isPrefix || last.isOneUnspaced
    }

    /// The prefix of an unfinished word of one or two letters: too many words start with it, but titles can be
    /// searched.
    var titlePrefix: [UInt8]? {
        guard isPrefix, words.count == 1, column != .author, let word = words.first else { return nil }
        return word.letterCount <= 2 && !word.isUnspaced ? word : nil
    }

    /// The term in FTS5's language; a prefix that is too short becomes a whole word.
    var expression: String {
        "\(column.map { "\($0) : " } ?? "")\(quoted)\(isPrefix && titlePrefix == nil ? " *" : "")"
    }

    /// The term that the expression means.
    fileprivate var withoutShortPrefix: SearchTerm {
        var term = self
        term.isPrefix = isPrefix && titlePrefix == nil
        return term
    }

    /// The same for titles with words of this prefix.
    fileprivate var beginningInTitle: String { "title : \(quoted) *" }

    private var quoted: String {
        "\"\(String(text.unicodeScalars.map { $0 == "\"" || $0 == "\0" ? " " : Character($0) }))\""
    }
}

extension [UInt8] {
    fileprivate var letterCount: Int { count { $0 & 0xC0 != 0x80 } }

    fileprivate var isUnspaced: Bool {
        String(decoding: self, as: UTF8.self).unicodeScalars.first.map {
            WordTable.shared.kind(ofFolded: $0.value) == .unspaced
        } ?? false
    }

    fileprivate var isOneLetter: Bool { letterCount == 1 && !isUnspaced }
    fileprivate var isOneUnspaced: Bool { letterCount == 1 && isUnspaced }
}

/// A mistake in a search as it was typed.
package struct SearchMistake: Error, Equatable, Sendable, CustomStringConvertible {
    enum Kind: Equatable {
        /// It has the key of a condition, and an invalid value.
        case condition(FilterKey)
        /// It looks like a condition, and has an unknown key.
        case unknown
        /// An unmatched quotation mark.
        case unclosed
    }

    /// As it was typed.
    private let text: String
    private let kind: Kind

    init(_ text: String, _ kind: Kind) {
        (self.text, self.kind) = (text, kind)
    }

    package var problem: String {
        kind == .unclosed ? "unmatched quotation mark before “\(text)”" : "invalid condition “\(text)”"
    }

    /// The expected value.
    package var advice: String {
        switch kind {
        case .condition(.feed): "after feed: write part of a feed's title or URL"
        case .condition(.tag): "after tag: write a tag"
        case .condition(.is): "use \(ItemState.filterAdvice)"
        case .condition(.after), .condition(.before):
            "after: and before: need a date, such as 2026-01-31, 7d or yesterday"
        case .unknown:
            "use title:, author:, feed:, tag:, is:, after: or before:, or quotation marks to search for the words"
        case .unclosed: "close it or remove it"
        }
    }

    package var description: String { "\(problem): \(advice)" }
}

extension FilterKey {
    /// Whether further letters may complete the condition.
    func mayGoOn(from value: String) -> Bool {
        let value = value.lowercased()
        return switch self {
        case .feed, .tag: true
        case .is: ItemState.filterWords.contains { $0.word.hasPrefix(value) }
        case .after, .before:
            value.allSatisfy { $0.isNumber || $0 == "-" }
                || ["today", "yesterday"].contains { $0.hasPrefix(value) }
        }
    }
}

/// A condition of a search.
struct SearchCondition: Equatable, Sendable {
    let key: FilterKey
    /// As it was typed.
    let value: String
    let isExcluded: Bool
    let test: FilterTest

    var expression: FilterExpression {
        guard isExcluded else { return .test(test) }
        if case .date(let dates) = test, let opposite = dates.opposite { return .test(.date(opposite)) }
        return .not(.test(test))
    }
}

extension SearchQuery {
    /// The names of feeds, of which any matches.
    var feeds: [String] { conditions.filter { $0.key == .feed && !$0.isExcluded }.map(\.value) }

    /// The conditions without the words. Of those that say whether an item is read, or starred, the last one counts.
    var filter: FilterExpression {
        var parts: [SearchCondition] = []
        for condition in conditions where condition.key != .feed || condition.isExcluded {
            parts.removeAll { $0.test.isOfSameState(as: condition.test) }
            parts.append(condition)
        }
        return .all((feeds.isEmpty ? [] : [.test(.feed(feeds))]) + parts.map(\.expression))
    }
}

extension FilterTest {
    fileprivate func isOfSameState(as other: FilterTest) -> Bool {
        guard case (.state(let state, _), .state(let another, _)) = (self, other) else { return false }
        return state == another
    }
}

extension SearchQuery {
    /// The positions of its words in a title, in bytes of its UTF-8.
    package func hits(inTitle title: String) -> [Range<Int>] {
        SearchHits(of: self, in: .title).ranges(in: title.utf8.span)
    }
}

/// Finds the words of a query in a text for display.
struct SearchHits {
    private let phrases: [SearchTerm]

    init(of query: SearchQuery, in column: SearchTerm.Column?) {
        phrases = query.clauses.joined().filter { term in term.column == nil || term.column == column }
    }

    init(of phrases: [SearchTerm]) { self.phrases = phrases }

    /// Their positions in bytes, in order and without overlaps.
    func ranges(in text: Span<UInt8>) -> [Range<Int>] {
        guard !phrases.isEmpty else { return [] }
        var found: [Range<Int>] = []
        // For each phrase, the number of consecutive words matched so far, and where the first one began.
        var progress = phrases.map { _ in (words: 0, start: 0) }
        WordScanner.scan(text, isQuery: false) { word, range in
            for (index, phrase) in phrases.enumerated() {
                if !phrase.fits(word, at: progress[index].words) { progress[index].words = 0 }
                guard phrase.fits(word, at: progress[index].words) else { continue }
                if progress[index].words == 0 { progress[index].start = range.lowerBound }
                progress[index].words += 1
                if progress[index].words == phrase.words.count {
                    found.append(progress[index].start..<range.upperBound)
                    progress[index].words = 0
                }
            }
        }
        return found.merged()
    }
}

extension SearchTerm {
    fileprivate func fits(_ word: Span<UInt8>, at position: Int) -> Bool {
        let wanted = words[position]
        guard word.starts(with: wanted) else { return false }
        return word.count == wanted.count || isPrefix && position == words.count - 1
    }
}

extension [Range<Int>] {
    fileprivate func merged() -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}

// A search as a filter, which expresses the same in its own language.
extension SearchQuery {
    /// The filter that matches the same items.
    package var filterText: String {
        let words = clauses.map { clause in
            Self.anyOf(clause.map { $0.filterText(isAlone: clause.count == 1) })
        }
        let others = excluded.map { "-" + $0.filterText(isAlone: false) }
        // Any of several feeds matches.
        let feeds = conditions.filter { $0.key == .feed && !$0.isExcluded }.map(\.filterText)
        let rest = conditions.filter { $0.key != .feed || $0.isExcluded }.map(\.filterText)
        return (words + others + (feeds.isEmpty ? [] : [Self.anyOf(feeds)]) + rest).joined(separator: " ")
    }

    private static func anyOf(_ tests: [String]) -> String {
        tests.count == 1 ? tests[0] : "(\(tests.joined(separator: " or ")))"
    }
}

extension SearchCondition {
    fileprivate var filterText: String {
        "\(isExcluded ? "-" : "")\(key.rawValue):\(Filter.value(value))"
    }
}

extension SearchTerm {
    /// A prefix of one or two letters means titles if it is the only condition, and otherwise is a whole word.
    fileprivate func filterText(isAlone: Bool) -> String {
        let goesOn = isPrefix && (isAlone || titlePrefix == nil)
        return "\(column.map { "\($0):" } ?? "")\(Filter.word(text, isPrefix: goesOn))"
    }
}

extension Filter {
    /// A word or phrase in a filter, quoted if necessary.
    fileprivate static func word(_ text: String, isPrefix: Bool) -> String {
        // None of these is part of a word, and each has a meaning in a filter.
        let plain = String(String(text.map { "\"\\*".contains($0) ? " " : $0 }).trimmingSpaces)
        return quoted(plain, isPrefix ? "*" : "")
    }

    /// A condition's value: it must not end in a backslash, which would escape the quotation mark.
    fileprivate static func value(_ text: String) -> String {
        var text = text
        while text.last == "\\" { text.removeLast() }
        return quoted(text, "")
    }

    private static func quoted(_ text: String, _ end: String) -> String {
        let isWord = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } && text.first != "-"
        return isWord && !["and", "or", "not", "between"].contains(text.lowercased())
            ? text + end : "\"\(text)\(end)\""
    }
}
