import Locks
import Patterns
import SQLite
import Typesetting

/// Tests of texts that SQL can't do: the names of functions that each connection has.
enum FilterFunction {
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
        let wordsInHTML = Locked(Prepared<SearchHits>())
        try addFunction(FilterFunction.hasWordsInHTML, parameters: 2, isDeterministic: true) { arguments in
            let source = arguments.text(0)
            let text = SearchBatch.Text.body(of: [arguments.text(1)])
            return wordsInHTML.withLock { $0.hits(for: source, in: text.utf8.span) }
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
        let hits = value(for: words) { words in
            SearchHits(of: SearchTerm(words, isPrefix: words.hasSuffix("*")).map { [$0] } ?? [])
        }
        return !hits.ranges(in: text).isEmpty
    }
}
