/// A word or phrase of a search.
struct SearchTerm: Hashable, Sendable {
    enum Column: String, CaseIterable, Sendable {
        case title
        case author
    }

    /// As it was typed; never empty of words.
    let text: String
    let column: Column?
    /// Whether the last word stands for all that begin so.
    let isPrefix: Bool
    /// What the index knows the words as.
    let words: [[UInt8]]

    /// Nil where nothing in the text is a word.
    init?(_ text: String, in column: Column? = nil, isPrefix: Bool = false) {
        var words: [[UInt8]] = []
        WordScanner.scan(text.utf8.span, isQuery: true) { word, _ in
            words.append(word.withUnsafeBufferPointer { Array($0) })
        }
        guard let last = words.last else { return nil }
        self.text = text
        self.words = words
        // A letter by itself is in nearly every text.
        self.column = column ?? (words.count == 1 && last.isOneLetter ? .title : nil)
        // What follows one character where no spaces part words is a part of the word that the index has.
        self.isPrefix = isPrefix || last.isOneUnspaced
    }

    /// What an unfinished word of a letter or two begins: too many words to look for all of them, but titles can be
    /// looked through.
    var titlePrefix: [UInt8]? {
        guard isPrefix, words.count == 1, column != .author, let word = words.first else { return nil }
        return word.letterCount <= 2 && !word.isUnspaced ? word : nil
    }

    /// The term in FTS5's language, which looks for one that is too short to be looked for as a beginning as it is.
    var expression: String {
        "\(column.map { "\($0) : " } ?? "")\(quoted)\(isPrefix && titlePrefix == nil ? " *" : "")"
    }

    /// The same for a title that has words which begin so.
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
