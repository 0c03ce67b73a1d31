/// A word of a line of the configuration, and where it begins.
package struct ConfigWord: Equatable, Sendable {
    package let text: String
    package let place: ConfigPlace
    /// In quotation marks every character is just that, such as a “;” between operations is not.
    package let isQuoted: Bool

    package init(_ text: String, at place: ConfigPlace, isQuoted: Bool = false) {
        self.text = text
        self.place = place
        self.isQuoted = isQuoted
    }

    /// Where one of its characters stands; the word's own place where its text is not what stands there.
    func place(ofCharacter index: Int) -> ConfigPlace {
        ConfigPlace(path: place.path, line: place.line, column: place.column + index + (isQuoted ? 1 : 0))
    }

    /// A word that stands in no file.
    package static func typed(_ text: String) -> ConfigWord {
        ConfigWord(text, at: ConfigPlace(path: "", line: 1, column: 1))
    }

    /// The text as a line of the file says it: in quotation marks where it would be taken for something else without.
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

/// What one line says, or several that a backslash at the end joins: a name, and what it is given.
package struct ConfigLine: Equatable, Sendable {
    package let words: [ConfigWord]
    package let place: ConfigPlace

    /// A line has one word at least.
    package init?(_ words: [ConfigWord]) {
        guard let first = words.first else { return nil }
        self.words = words
        place = first.place
    }

    package var name: String { words[0].text }
    package var operands: ArraySlice<ConfigWord> { words.dropFirst() }
}
