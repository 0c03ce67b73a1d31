package import FoundationEssentials

/// What the user types to search: words, phrases and conditions.
///
/// Text that isn't understood is words. The only mistakes are invalid conditions and unmatched quotation marks.
package struct SearchQuery: Equatable, Sendable {
    /// Each must be found, in one of its forms.
    var clauses: [[SearchTerm]] = []
    /// None of these may be found.
    var excluded: [SearchTerm] = []
    var conditions = SearchConditions()
    /// The conditions as they were typed.
    private(set) var typedConditions: [TypedCondition] = []
    /// The first mistake.
    package private(set) var mistake: SearchMistake?

    /// Longer text is cut off.
    private static let longestText = 2000
    private static let mostTerms = 32

    /// While the user types, the last word is a prefix.
    package init(_ text: String, isFinished: Bool = true, now: Date = Date()) {
        var reader = SearchQueryReader(String(text.unicodeScalars.prefix(Self.longestText)), isFinished: isFinished)
        var joinsNext = false
        var terms = 0
        while terms < Self.mostTerms, let part = reader.next() {
            if part.isOr, !clauses.isEmpty, !part.isLast {
                joinsNext = true
                continue
            }
            terms += 1
            add(part, joinsLast: joinsNext, now: now)
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
    package var isEmpty: Bool { clauses.isEmpty && excluded.isEmpty && conditions == SearchConditions() }

    private mutating func add(_ part: SearchQueryReader.Part, joinsLast: Bool, now: Date) {
        if let key = part.key.flatMap(SearchConditions.Key.init) {
            if conditions.add(key, part.value, isExcluded: part.isExcluded, now: now) {
                return typedConditions.append(TypedCondition(key: key, value: part.value, isExcluded: part.isExcluded))
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
}

extension SearchQuery {
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

    /// The index query for titles with words of this prefix, if nothing else is searched for.
    var titleMatch: String {
        withoutExcluded(clauses.joined().map(\.beginningInTitle).joined(separator: " AND "))
    }

    /// The prefixes of words in the title.
    var titlePrefixes: [[UInt8]] { clauses.compactMap(titlePrefix) }

    private func titlePrefix(of clause: [SearchTerm]) -> [UInt8]? { clause.count == 1 ? clause[0].titlePrefix : nil }
}
