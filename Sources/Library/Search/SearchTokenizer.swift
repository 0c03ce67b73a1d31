import SQLite

extension Database {
    /// The tokenizer's name in the tables of the index.
    static let searchTokenizer = "lede_words"

    /// Registers the tokenizer of the search index with this connection.
    func addSearchTokenizer() throws(SQLiteError) {
        try addTokenizer(Self.searchTokenizer) { text, purpose, tokens in
            let isQuery = if case .query = purpose { true } else { false }
            WordScanner.scan(text, isQuery: isQuery) { word, range in tokens.add(word, for: range) }
        }
    }
}
