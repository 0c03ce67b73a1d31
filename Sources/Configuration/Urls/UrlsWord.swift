/// A word of a line of the urls file, as newsboat reads them.
///
/// Blanks part words, and a word that begins with `#` ends the line. A word that begins with a quotation mark goes on to
/// the next one; in it a backslash gives `\n`, `\r` and `\t` their meaning and takes it from everything else.
struct UrlsWord: Equatable {
    let text: String
    /// Where it stands in the bytes that it was read from, with its quotation marks.
    let place: Range<Int>
    /// False where bytes of it were no UTF-8, for which U+FFFD stands in its text.
    let isUTF8: Bool

    static func words(of line: ArraySlice<UInt8>) -> [UrlsWord] {
        var words: [UrlsWord] = []
        var rest = line
        while let word = next(in: &rest) { words.append(word) }
        return words
    }

    private static func next(in line: inout ArraySlice<UInt8>) -> UrlsWord? {
        line = line.drop(while: \.isBlank)
        guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
        let start = line.startIndex
        guard first == UInt8(ascii: "\"") else {
            let word = line.prefix { !$0.isBlank }
            line = line[word.endIndex...]
            return UrlsWord(word, at: start..<word.endIndex)
        }
        let word = unquote(&line)
        return UrlsWord(word[...], at: start..<line.startIndex)
    }

    /// What the quotation marks hold at the beginning of the line, which goes on behind them. They may be left open.
    private static func unquote(_ line: inout ArraySlice<UInt8>) -> [UInt8] {
        var word: [UInt8] = []
        line.removeFirst()
        while let byte = line.popFirst(), byte != UInt8(ascii: "\"") {
            guard byte == UInt8(ascii: "\\") else {
                word.append(byte)
                continue
            }
            switch line.popFirst() {
            case UInt8(ascii: "n"): word.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "r"): word.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "t"): word.append(UInt8(ascii: "\t"))
            // newsboat leaves this to whoever runs what is between backticks.
            case UInt8(ascii: "`"): word += Array("\\`".utf8)
            case let escaped?: word.append(escaped)
            case nil: break
            }
        }
        return word
    }

    private init(_ bytes: ArraySlice<UInt8>, at place: Range<Int>) {
        text = String(decoding: bytes, as: UTF8.self)
        isUTF8 = bytes.allSatisfy { $0 < 0x80 } || text.utf8.elementsEqual(bytes)
        self.place = place
    }
}

extension UrlsWord {
    /// The text as a word of a line. What can't be seen, line breaks above all, becomes a space.
    static func quoted(_ text: String) -> String { written(text.withoutInvisible) }

    /// The word that is read as this text: in quotation marks where it would be another otherwise.
    static func written(_ text: String) -> String {
        // By scalars, as words are read by bytes: a mark that combines with a quotation mark does not hide it.
        let scalars = text.unicodeScalars
        let needsQuotes =
            scalars.isEmpty || scalars.first == "#"
            || scalars.contains { $0.properties.isWhitespace || $0 == "\"" || $0 == "\\" }
        guard needsQuotes else { return text }
        let escapes: [Unicode.Scalar: String] = ["\"": "\\\"", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"]
        return "\"\(text.unicodeScalars.map { escapes[$0] ?? "\($0)" }.joined())\""
    }
}

extension UInt8 {
    /// What parts the words of a line, among them the carriage return that some editors put at its end.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r") }
}
