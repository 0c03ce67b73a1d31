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
    let isPrefix: Bool
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

    /// The same for titles with words of this prefix.
    var beginningInTitle: String { "title : \(quoted) *" }

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
