import SQLite
import System

/// Splits text into the words of the search index: letters and digits without case and accents.
///
/// In scripts without spaces, every two neighbouring characters are a word, so that a query of two finds them anywhere;
/// the last of a run is also a word by itself, so that a single character is found as a prefix. Longer words are cut
/// off.
struct WordScanner: ~Copyable {
    /// The longest word, in bytes of UTF-8.
    static let longestWord = 64

    private let table = WordTable.shared
    private let isQuery: Bool
    private var word = InlineArray<72, UInt8>(repeating: 0)
    private var length = 0
    private var start = 0
    private var end = 0
    /// The last character of an unspaced run, by itself.
    private var last = InlineArray<4, UInt8>(repeating: 0)
    private var lastLength = 0
    private var lastRange = 0..<0
    private var isInPair = false
    /// Whether something follows the run, so that the next word ends it.
    private var isRunOver = false

    /// Passes on each word with its range of bytes, in order. At the end of a query, the last character of an unspaced
    /// run isn't a word, because more may follow in the text.
    static func scan(_ text: Span<UInt8>, isQuery: Bool, found: (Span<UInt8>, Range<Int>) -> Void) {
        var scanner = WordScanner(isQuery: isQuery)
        scanner.scan(text, found)
    }

    private init(isQuery: Bool) { self.isQuery = isQuery }

    private mutating func scan(_ text: Span<UInt8>, _ found: (Span<UInt8>, Range<Int>) -> Void) {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                if let letter = byte.foldedLetter { addLetter(letter, index, found) } else { separate(found) }
                index += 1
            } else {
                let (codePoint, count) = text.lenientCodePoint(at: index)
                add(codePoint, index..<index + count, found)
                index += count
            }
        }
        separate(found)
        if !isQuery || !isInPair { endRun(found) }
    }

    @inline(__always)
    private mutating func addLetter(_ byte: UInt8, _ index: Int, _ found: (Span<UInt8>, Range<Int>) -> Void) {
        if length == 0 {
            endRun(found)
            start = index
        }
        if length < Self.longestWord {
            word[length] = byte
            length += 1
        }
        end = index + 1
    }

    private mutating func add(_ codePoint: UInt32, _ range: Range<Int>, _ found: (Span<UInt8>, Range<Int>) -> Void) {
        let (kind, folding) = table.look(up: codePoint)
        if let folding {
            for folded in folding { add(folded, table.kind(ofFolded: folded), range, found) }
        } else {
            add(codePoint, kind, range, found)
        }
    }

    private mutating func add(
        _ codePoint: UInt32, _ kind: WordTable.Kind, _ range: Range<Int>, _ found: (Span<UInt8>, Range<Int>) -> Void
    ) {
        switch kind {
        case .dropped: break
        case .separator: separate(found)
        case .letter:
            if length == 0 {
                endRun(found)
                start = range.lowerBound
            }
            if length < Self.longestWord { length += word.write(codePoint, at: length) }
            end = range.upperBound
        case .unspaced:
            endWord(found)
            addUnspaced(codePoint, range, found)
        }
    }

    private mutating func addUnspaced(
        _ codePoint: UInt32, _ range: Range<Int>, _ found: (Span<UInt8>, Range<Int>) -> Void
    ) {
        if isRunOver { endRun(found) }
        if lastLength > 0 {
            for index in 0..<lastLength { word[index] = last[index] }
            let count = lastLength + word.write(codePoint, at: lastLength)
            found(word.span.extracting(0..<count), lastRange.lowerBound..<range.upperBound)
            isInPair = true
        }
        lastLength = word.write(codePoint, at: 0)
        for index in 0..<lastLength { last[index] = word[index] }
        lastRange = range
    }

    @inline(__always)
    private mutating func separate(_ found: (Span<UInt8>, Range<Int>) -> Void) {
        endWord(found)
        isRunOver = lastLength > 0
    }

    @inline(__always)
    private mutating func endWord(_ found: (Span<UInt8>, Range<Int>) -> Void) {
        guard length > 0 else { return }
        found(word.span.extracting(0..<length), start..<end)
        length = 0
    }

    @inline(__always)
    private mutating func endRun(_ found: (Span<UInt8>, Range<Int>) -> Void) {
        guard lastLength > 0 else { return }
        found(last.span.extracting(0..<lastLength), lastRange)
        lastLength = 0
        isInPair = false
        isRunOver = false
    }
}

extension InlineArray where Element == UInt8 {
    /// Writes a character's UTF-8 and returns its number of bytes.
    fileprivate mutating func write(_ codePoint: UInt32, at index: Int) -> Int {
        func continuation(_ shift: UInt32) -> UInt8 { UInt8(0x80 | codePoint >> shift & 0x3F) }
        switch codePoint {
        case ..<0x80:
            self[index] = UInt8(codePoint)
            return 1
        case ..<0x800:
            self[index] = UInt8(0xC0 | codePoint >> 6)
            self[index + 1] = continuation(0)
            return 2
        case ..<0x10000:
            self[index] = UInt8(0xE0 | codePoint >> 12)
            self[index + 1] = continuation(6)
            self[index + 2] = continuation(0)
            return 3
        default:
            self[index] = UInt8(0xF0 | codePoint >> 18 & 0x07)
            self[index + 1] = continuation(12)
            self[index + 2] = continuation(6)
            self[index + 3] = continuation(0)
            return 4
        }
    }
}

extension Span where Element == UInt8 {
    /// The character at this byte, and its number of bytes. An invalid byte is in no word.
    func lenientCodePoint(at index: Int) -> (value: UInt32, count: Int) {
        let first = self[index]
        let count = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 1
        guard count > 1, self.count - index >= count else { return (0, 1) }
        var value = UInt32(first) & (0x7F >> UInt32(count))
        for offset in 1..<count {
            let byte = self[index + offset]
            guard byte & 0xC0 == 0x80 else { return (0, 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, count)
    }
}

/// How the search treats each character: as part of a word, with its folding, or as a separator.
struct WordTable: Sendable {
    enum Kind: UInt8 {
        case separator
        case letter
        /// Of a script without spaces between words.
        case unspaced
        /// Ignored in words without ending them: combining accents, soft hyphens.
        case dropped
    }

    static let shared = WordTable()

    private static let pageSize = 128
    private static let end: UInt32 = 0x32400
    /// The start of each page's entries; equal pages share theirs.
    private var pages: [UInt16]
    /// A kind; for folded characters with the index of the folding above the lowest two bits.
    private var entries: [UInt16]
    /// All foldings in one array, and the start of each: thousands of arrays would be scattered in memory.
    private var folded: [UInt32] = []
    private var foldings = [0, 0]

    private init() {
        var flat = [UInt16](repeating: 0, count: Int(Self.end))
        let kinds: [String: Kind] = ["letters": .letter, "unspaced": .unspaced, "dropped": .dropped]
        var words = CharacterTableReader(.words)
        while let section = words.nextSection() {
            while words.nextLine() {
                if let kind = kinds[section], let range = words.nextRange() {
                    for codePoint in range { flat[codePoint] = UInt16(kind.rawValue) }
                } else if let codePoint = words.nextNumber() {
                    while let letter = words.nextNumber() { folded.append(UInt32(letter)) }
                    flat[codePoint] |= UInt16(foldings.count - 1) << 2
                    foldings.append(folded.count)
                }
            }
        }
        pages = []
        entries = []
        var known: [ArraySlice<UInt16>: UInt16] = [:]
        for start in stride(from: 0, to: flat.count, by: Self.pageSize) {
            let page = flat[start..<start + Self.pageSize]
            let number = known[page] ?? UInt16(entries.count / Self.pageSize)
            if known.updateValue(number, forKey: page) == nil { entries += page }
            pages.append(number)
        }
    }

    /// The kind of a non-ASCII character, and its folding if it has one.
    @inline(__always)
    func look(up codePoint: UInt32) -> (kind: Kind, folding: ArraySlice<UInt32>?) {
        guard codePoint < Self.end else { return (.separator, nil) }
        let page = Int(pages[Int(codePoint) / Self.pageSize])
        let entry = entries[page * Self.pageSize + Int(codePoint) % Self.pageSize]
        let kind = Kind(rawValue: UInt8(entry & 3)) ?? .separator
        let folding = Int(entry >> 2)
        return (kind, folding == 0 ? nil : folded[foldings[folding]..<foldings[folding + 1]])
    }

    /// The kind of a character that others fold to.
    @inline(__always)
    func kind(ofFolded codePoint: UInt32) -> Kind { codePoint < 0x80 ? .letter : look(up: codePoint).kind }
}

extension Span where Element == UInt8 {
    func starts(with prefix: [UInt8]) -> Bool {
        guard prefix.count <= count else { return false }
        for index in prefix.indices where self[index] != prefix[index] { return false }
        return true
    }

    /// Whether each of these is the prefix of a word in the text.
    func hasWords(beginningWith prefixes: [[UInt8]]) -> Bool {
        for prefix in prefixes where !hasWord(beginningWith: prefix) { return false }
        return true
    }

    private func hasWord(beginningWith prefix: [UInt8]) -> Bool {
        // In most titles a letter is a byte; this looks through a hundred thousand of them at once.
        if let isFound = hasPlainWord(beginningWith: prefix) { return isFound }
        var isFound = false
        WordScanner.scan(self, isQuery: false) { word, _ in isFound = isFound || word.starts(with: prefix) }
        return isFound
    }

    /// Nil if a non-ASCII character comes first: it may be a letter with an accent, or no letter.
    private func hasPlainWord(beginningWith prefix: [UInt8]) -> Bool? {
        if let letter = prefix.first, isASCII(without: letter) { return false }
        var matched = 0
        var isInWord = false
        for index in 0..<count {
            let byte = self[index]
            guard byte < 0x80 else { return nil }
            guard let letter = byte.foldedLetter else {
                (isInWord, matched) = (false, 0)
                continue
            }
            guard !isInWord || matched > 0 else { continue }
            isInWord = true
            matched = letter == prefix[matched] ? matched + 1 : 0
            if matched == prefix.count { return true }
        }
        return false
    }

    /// Whether all of it is ASCII and none of it is this letter in the index. It has no early exit, so that it looks at
    /// many bytes in one step.
    private func isASCII(without letter: UInt8) -> Bool {
        withUnsafeBufferPointer { bytes in
            var (all, nearest) = (UInt8.min, UInt8.max)
            for byte in bytes {
                all |= byte
                nearest = min(nearest, (byte | 0x20) ^ letter)
            }
            return all < 0x80 && nearest > 0
        }
    }
}

extension UInt8 {
    /// The index's form of an ASCII letter or digit; nil for other characters.
    @inline(__always)
    var foldedLetter: UInt8? {
        let lower = self | 0x20
        return lower &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10 ? lower : nil
    }
}

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
