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
    fileprivate func lenientCodePoint(at index: Int) -> (value: UInt32, count: Int) {
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
