import SQLite

extension Database {
    /// The name that the tables of the index know the words by.
    static let searchTokenizer = "lede_words"

    /// Lets this connection use the tables of the search index.
    func addSearchTokenizer() throws(SQLiteError) {
        try addTokenizer(Self.searchTokenizer) { text, purpose, tokens in
            let isQuery = if case .query = purpose { true } else { false }
            WordScanner.scan(text, isQuery: isQuery) { word, range in tokens.add(word, for: range) }
        }
    }
}
