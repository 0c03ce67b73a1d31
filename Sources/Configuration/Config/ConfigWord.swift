/// A word of a configuration line, and its position.
package struct ConfigWord: Equatable, Sendable {
    package let text: String
    package let place: ConfigPlace
    /// Whether it was in quotation marks, where no character is special, not even a “;” between operations.
    package let isQuoted: Bool

    package init(_ text: String, at place: ConfigPlace, isQuoted: Bool = false) {
        self.text = text
        self.place = place
        self.isQuoted = isQuoted
    }

    /// Returns the position of one of its characters, or the word's own if its text differs from the file's.
    func place(ofCharacter index: Int) -> ConfigPlace {
        ConfigPlace(path: place.path, line: place.line, column: place.column + index + (isQuoted ? 1 : 0))
    }

    /// A word that isn't in any file.
    package static func typed(_ text: String) -> ConfigWord {
        ConfigWord(text, at: ConfigPlace(path: "", line: 1, column: 1))
    }

    /// Returns the text as a word in a file, in quotation marks if it would be misread without.
    package static func quoted(_ text: String) -> String {
        let isPlain = !text.isEmpty && !text.contains { " \t\n\r\"\\`;".contains($0) } && !text.hasPrefix("#")
        if isPlain { return text }
        let escaped = text.map { character in
            switch character {
            case "\n": "\\n"
            case "\r": "\\r"
            case "\r\n": "\\r\\n"
            case "\t": "\\t"
            case "\"", "\\", "`": "\\\(character)"
            default: String(character)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

/// The words of a line, or of several joined by backslashes: a name and its operands.
package struct ConfigLine: Equatable, Sendable {
    package let words: [ConfigWord]
    package let place: ConfigPlace

    /// Nil without words.
    package init?(_ words: [ConfigWord]) {
        guard let first = words.first else { return nil }
        self.words = words
        place = first.place
    }

    package var name: String { words[0].text }
    package var operands: ArraySlice<ConfigWord> { words.dropFirst() }
}
