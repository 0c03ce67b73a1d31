/// A program with its arguments, as a user writes it. No shell ever sees it.
package enum CommandLineText {
    /// Returns the words of a command: those of one text, or the given words.
    ///
    /// A word that begins with `~/` is a path in the user's home, as in a shell.
    package static func words(_ words: [String]) -> [String] {
        (words.count == 1 ? split(words[0]) : words).map { word in
            word.hasPrefix("~/") ? Paths.home + word.dropFirst() : word
        }
    }

    /// Splits a text at its spaces, except in either kind of quotation marks or after a backslash.
    package static func split(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var mark: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", mark != "'" {
                isEscaped = true
            } else if character == mark {
                mark = nil
            } else if mark == nil, character == "'" || character == "\"" {
                mark = character
                word = word ?? ""
            } else if mark == nil, character == " " || character == "\t" {
                if let ended = word { words.append(ended) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }
}
