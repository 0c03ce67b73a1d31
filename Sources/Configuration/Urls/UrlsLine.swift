/// The kind of a line in the urls file.
package enum UrlsLine: Equatable {
    /// An empty line or a comment.
    case remark
    /// `#: key value`, a comment for newsboat.
    case setting(key: String, value: String)
    /// `#: group path`, or only `#: group`.
    case group(String)
    /// A URL and the words after it; never empty.
    case words([UrlsWord])

    init(_ line: ArraySlice<UInt8>) {
        // What some editors write at the end of a line is no part of a word, even where that lacks its quotation mark.
        let ending = line.reversed().prefix { $0 == UInt8(ascii: "\r") }
        let line = line.dropLast(ending.count).drop(while: \.isBlank)
        guard line.first == UInt8(ascii: "#") else {
            let words = UrlsWord.words(of: line)
            self = words.isEmpty ? .remark : .words(words)
            return
        }
        // A line of colons is a drawing, not a setting.
        let rest = line.dropFirst(2)
        guard line.dropFirst().first == UInt8(ascii: ":"), rest.first?.isBlank == true else {
            self = .remark
            return
        }
        let key = rest.drop(while: \.isBlank).prefix { !$0.isBlank }
        let value = Self.value(rest[key.endIndex...])
        switch String(decoding: key, as: UTF8.self) {
        case "": self = .remark
        case "group": self = .group(value)
        case let key: self = .setting(key: key, value: value)
        }
    }

    /// Returns everything after a key. Text that is completely in quotation marks loses them.
    private static func value(_ bytes: ArraySlice<UInt8>) -> String {
        let words = UrlsWord.words(of: bytes)
        if let word = words.first, words.count == 1, bytes[word.place.lowerBound] == UInt8(ascii: "\"") {
            let rest = bytes[word.place.upperBound...]
            if rest.allSatisfy(\.isBlank) { return word.text }
        }
        return String(decoding: bytes, as: UTF8.self).trimmed
    }
}

/// A word of a urls file's line, as newsboat splits it.
///
/// Blanks separate words, and a word that begins with `#` ends the line. A word that begins with a quotation mark
/// extends to the next one; in it, a backslash makes `\n`, `\r` and `\t` special and everything else ordinary.
package struct UrlsWord: Equatable {
    package let text: String
    /// Its range in the bytes of the line, including its quotation marks.
    let place: Range<Int>
    /// False if some bytes weren't UTF-8; they are U+FFFD in the text.
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

    /// Reads a quoted word at the beginning of the line, and moves the line past it. The closing quotation mark may be
    /// missing.
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
            // newsboat leaves this to the code that runs backticks.
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

    /// Returns the text as a word of a line. Invisible characters, including line breaks, become spaces.
    static func quoted(_ text: String) -> String { written(text.withoutInvisible) }

    /// Returns the word for this text, in quotation marks if it would be misread without.
    static func written(_ text: String) -> String {
        // By scalars, because words are read by bytes: a combining mark doesn't hide a quotation mark.
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
    /// Whether it separates words. This includes the carriage return that some editors write at the end of a line.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r") }
}

extension Unicode.Scalar {
    /// Whether it is a control character. This set never changes, so Unicode's tables aren't needed.
    var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }

    /// Whether it is invisible, so that a text with it would look like another or break its line.
    var isInvisible: Bool {
        if value < 0x7F { return value < 0x20 }
        return isControl || properties.isBidiControl || value == 0x2028 || value == 0x2029
    }
}

extension String {
    var holdsInvisible: Bool {
        let bytes = utf8.span
        // Visible ASCII needs no check of its scalars.
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] >= 0x7F {
            return unicodeScalars.contains(where: \.isInvisible)
        }
        return false
    }

    /// The text with a space in place of each invisible character.
    package var withoutInvisible: String {
        guard holdsInvisible else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isInvisible ? " " : $0 }))
    }

    /// The text as one visible line, without surrounding white space.
    package var oneLine: String { withoutInvisible.trimmed }

    /// The text without surrounding white space.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
