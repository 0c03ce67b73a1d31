import ViewModels

/// A placeholder in a program's arguments, such as `%u` for the URL.
nonisolated struct ProgramSign: Equatable {
    let letter: Character

    /// Nil unless the whole word is a placeholder.
    init?(_ word: String) {
        guard word.utf8.count == 2, word.hasPrefix("%"), let letter = word.last,
            ShownFields.variableNames[letter] != nil
        else { return nil }
        self.letter = letter
    }

    private init(letter: Character) {
        self.letter = letter
    }

    /// The first placeholder that is only part of a word. In a script, all but `%u` and `%t` belong to date, printf and
    /// the like.
    static func part(of word: String, isScript: Bool) -> ProgramSign? {
        guard word.utf8.count > 2, word.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let isScript = isScript || word.contains(" ")
        var rest = word[...]
        while let character = rest.popFirst() {
            guard character == "%", let letter = rest.popFirst() else { continue }
            guard ShownFields.variableNames[letter] != nil, !isScript || letter == "u" || letter == "t" else {
                continue
            }
            return ProgramSign(letter: letter)
        }
        return nil
    }

    /// The message about the placeholder in this word.
    func problem(in word: String) -> String {
        let variable = "$\(ShownFields.variableNames[letter] ?? "")"
        let said = "“\(word)”: %\(letter) must be a separate word"
        guard !word.contains(" ") else { return "\(said): use \(variable) in a script" }
        return "\(said): write \"sh -c '… \(word.replacing("%\(letter)", with: variable))'\""
    }
}
