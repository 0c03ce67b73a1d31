/// A program with its arguments, as a person writes it: for no shell ever to see.
package enum CommandLineText {
    /// The words of a command: those of one text that holds them all, or the words that were given.
    ///
    /// A word that begins with `~/` is a path in the person's home, as it is in a shell.
    package static func words(_ words: [String]) -> [String] {
        (words.count == 1 ? split(words[0]) : words).map { word in
            word.hasPrefix("~/") ? Paths.home + word.dropFirst() : word
        }
    }

    /// Takes a text apart at its spaces, but for those in quotation marks of either kind or behind a backslash.
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
