import SQLite

/// Finds the words of a query in an item's texts themselves, for items that the index lacks, and ranks them alike.
struct TextMatch {
    private let clauses: [[TermInText]]
    private let excluded: [TermInText]

    /// One term of each clause must be found, and none of the excluded ones.
    init(_ clauses: [[SearchTerm]], without excluded: [SearchTerm]) {
        self.clauses = clauses.map { $0.map { TermInText($0) } }
        self.excluded = excluded.map { TermInText($0) }
    }

    /// The columns that `rank` reads, and the tables that they need beside `states` and `items`.
    static let columns = "items.title, author, contents.html, full_texts.html"
    static let tables = """
        LEFT JOIN contents ON contents.item = items.id LEFT JOIN full_texts ON full_texts.item = items.id
        """

    /// How well the texts in the columns from this one on fit, as FTS5 would say for a text of middling length and words
    /// that are equally rare: a negative number. Nil if they don't fit.
    func rank(_ row: borrowing Row, from column: Int32) -> Double? {
        var body: String?
        var rank = 0.0
        for clause in clauses {
            let frequency = clause.reduce(0) { $0 + $1.frequency(row, from: column, &body) }
            guard frequency > 0 else { return nil }
            rank -= 2.2 * frequency / (frequency + 1.2)
        }
        for term in excluded where term.frequency(row, from: column, &body) > 0 { return nil }
        return rank
    }
}

/// A term with what finds it in texts.
private struct TermInText {
    private let term: SearchTerm
    private let hits: SearchHits
    private let sieves: [WordSieve]

    init(_ term: SearchTerm) {
        self.term = term
        hits = SearchHits(of: [term])
        sieves = term.sieves
    }

    /// How often it is there, where a hit in the title counts more, as in the index. `body` is the text of the article
    /// once it is known.
    func frequency(_ row: borrowing Row, from column: Int32, _ body: inout String?) -> Double {
        var frequency = 0.0
        if term.column != .author {
            frequency += row.withText(.position(column)) { count(in: $0) } * Search.Weight.title
        }
        if term.column != .title {
            frequency += row.withText(.position(column + 1)) { count(in: $0) } * Search.Weight.author
        }
        let articles: [Column] = [.position(column + 2), .position(column + 3)]
        guard term.column == nil,
            sieves.allSatisfy({ sieve in articles.contains { row.withText($0) { sieve.mayBe(in: $0) } } })
        else { return frequency }
        let text = body ?? SearchBatch.Text.body(of: articles.map { row.text($0) })
        body = text
        return frequency + Double(hits.ranges(in: text.utf8.span).count)
    }

    private func count(in text: Span<UInt8>) -> Double {
        sieves.allSatisfy { $0.mayBe(in: text) } ? Double(hits.ranges(in: text).count) : 0
    }
}

extension SearchTerm {
    /// What finds texts that may have all its words.
    var sieves: [WordSieve] {
        words.indices.map { WordSieve(words[$0], isPrefix: isPrefix && $0 == words.count - 1) }
    }
}
