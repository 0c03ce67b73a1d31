package import FoundationEssentials

/// What a person looks for: words, phrases and conditions, as they type them.
///
/// What is not understood is words. Only what looks like a condition and is none is a mistake, and a quotation mark that is
/// closed nowhere.
package struct SearchQuery: Equatable, Sendable {
    /// Each has to be found, in one of its forms.
    var clauses: [[SearchTerm]] = []
    /// What must not be found.
    var excluded: [SearchTerm] = []
    var conditions = SearchConditions()
    /// The conditions as they were typed.
    private(set) var typedConditions: [TypedCondition] = []
    /// The first of what can't be meant as it was typed.
    package private(set) var mistake: SearchMistake?

    /// More than a person types is cut off.
    private static let longestText = 2000
    private static let mostTerms = 32

    /// Of a query that is being typed, the word at its end may stand for others that begin so.
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

    /// What is meant at Enter: a word at the end may still go on, as what it found so far is shown. One of a letter or two, by which
    /// only titles are found until then, is that word.
    package init(entered text: String) {
        let (typed, finished) = (SearchQuery(text, isFinished: false), SearchQuery(text))
        self = typed.findsTitlesAlone && !finished.findsTitlesAlone ? finished : typed
    }

    /// Whether a beginning of a word is so short that only titles are looked through for it.
    package var findsTitlesAlone: Bool { !titlePrefixes.isEmpty }

    /// Whether it asks for nothing at all.
    package var isEmpty: Bool { clauses.isEmpty && excluded.isEmpty && conditions == SearchConditions() }

    private mutating func add(_ part: SearchQueryReader.Part, joinsLast: Bool, now: Date) {
        if let key = part.key.flatMap(SearchConditions.Key.init) {
            if conditions.add(key, part.value, isExcluded: part.isExcluded, now: now) {
                return typedConditions.append(TypedCondition(key: key, value: part.value, isExcluded: part.isExcluded))
            }
            if part.isUnfinished, key.mayGoOn(from: part.value) { return }
            note(SearchMistake(part.text, .condition(key)))
        }
        if part.looksLikeCondition { note(SearchMistake(part.text, .unknown)) }
        if part.isUnclosed, !part.value.isEmpty { note(SearchMistake(part.value, .unclosed)) }
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

    private mutating func note(_ mistake: SearchMistake) { self.mistake = self.mistake ?? mistake }
}

extension SearchQuery {
    /// What the index is asked; nil where no word must be found, or none that it can be asked for.
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

    /// What the index is asked for titles with words that begin so, where nothing else is wanted.
    var titleMatch: String {
        withoutExcluded(clauses.joined().map(\.beginningInTitle).joined(separator: " AND "))
    }

    /// What words of the title have to begin with.
    var titlePrefixes: [[UInt8]] { clauses.compactMap(titlePrefix) }

    private func titlePrefix(of clause: [SearchTerm]) -> [UInt8]? { clause.count == 1 ? clause[0].titlePrefix : nil }
}
