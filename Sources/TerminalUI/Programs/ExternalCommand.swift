import Configuration
import ViewModels

/// A program that gets data of the current item: in its arguments, instead of `%u`, `%t` and other placeholders, and in
/// its environment.
///
/// lede starts it without a shell, but nobody knows how it uses its arguments: `flock FILE -c "firefox %u"` passes them
/// to a shell. So a placeholder must be a separate word, and URLs contain no character that shells act on.
nonisolated struct ExternalCommand: Equatable {
    private let words: [String]

    /// Opens a URL with the desktop's default program.
    static let desktop = ExternalCommand(program: "xdg-open")

    private init(program: String) {
        words = [program]
    }

    /// Nil if there is no program.
    init?(_ words: [String]) {
        guard let program = words.first, !program.isEmpty else { return nil }
        self.words = words
    }

    var name: String { words[0] }

    /// Whether the program is a pager, an editor or a browser that runs until the user quits it.
    var waitsForUser: Bool {
        let program = name.split(separator: "/").last.map(String.init) ?? name
        return ["bat", "emacs", "less", "lynx", "micro", "more", "most", "nano", "nvim", "vi", "view", "vim", "w3m"]
            .contains(program)
    }

    /// The letters of the URLs that it needs, as arguments or in its script: the link (u), the audio or video file (e).
    var needs: [Character] {
        [("u", "LEDE_URL"), ("e", "LEDE_ENCLOSURE_URL")].compactMap { (letter: Character, variable) in
            words.contains { $0 == "%\(letter)" || $0.contains(variable) } ? letter : nil
        }
    }

    private var hasPlaceForAddress: Bool { words.contains("%u") }

    /// Why the command wouldn't work as intended.
    var problem: String? {
        for index in words.indices {
            if let sign = Placeholder.part(of: words[index], isScript: isBehindInterpreter(index)) {
                return isBehindInterpreter(index) ? Self.scriptProblem : sign.problem(in: words[index])
            }
            if Placeholder(words[index]) != nil, ScriptRunner.reads(words, at: index) { return Self.scriptProblem }
        }
        if words.contains(where: { $0.hasPrefix("'") }) {
            return "“'” doesn't quote here: put the whole command in double quotes, such as \"sh -c '…'\""
        }
        guard ScriptRunner.index(in: words) == nil, let sign = words.first(where: Self.shellSigns.contains) else {
            return nil
        }
        return "“\(sign)” needs a shell: write \"sh -c '… $LEDE_URL …'\""
    }

    /// Why the command wouldn't work as intended if something is appended to its arguments.
    var problemWithLastArgument: String? {
        problem ?? (ScriptRunner.reads(words, at: words.count) ? Self.scriptProblem : nil)
    }

    /// Why the command wouldn't work as intended with a URL, which is appended unless a placeholder says where it goes.
    var problemWithAddress: String? { hasPlaceForAddress ? problem : problemWithLastArgument }

    /// The program and its arguments. Appends `last` unless an argument is the URL.
    func arguments(_ fields: ShownFields, last: String? = nil) -> [String] {
        let arguments = words.enumerated().map { index, word in
            // Scripts use percent signs for other purposes.
            guard let sign = Placeholder(word) else {
                return isBehindInterpreter(index) ? word : word.replacing("%%", with: "%")
            }
            return ScriptRunner.reads(words, at: index) ? word : Self.argument(fields.value(for: sign.letter) ?? word)
        }
        return arguments + (hasPlaceForAddress ? [] : [last].compactMap(\.self))
    }

    /// Why the program of a setting wouldn't work as intended; nil if it would, or none is set.
    static func problem(of setting: Setting, in config: Config) -> String? {
        guard setting.kind == .command, let command = ExternalCommand(config.command(setting)) else { return nil }
        switch setting.name {
        case Setting.browser.name: return command.problemWithAddress
        case Setting.notifyProgram.name, Setting.bookmarkCmd.name: return command.problemWithLastArgument
        default: return command.problem
        }
    }

    private static let scriptProblem =
        "lede never puts text into a script: use $LEDE_URL, $LEDE_TITLE and so on"
    private static let shellSigns: Set<String> = [
        "|", "||", "&", "&&", ";", ">", ">>", "<", "2>&1", ">/dev/null", "2>/dev/null"
    ]

    private func isBehindInterpreter(_ index: Int) -> Bool { ScriptRunner.index(in: words).map { index > $0 } ?? false }

    /// Keeps data from being read as an option: a leading dash gets a space before it.
    private static func argument(_ text: String) -> String { text.hasPrefix("-") ? " " + text : text }
}

/// A placeholder in a program's arguments, such as `%u` for the URL.
private nonisolated struct Placeholder: Equatable {
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
    static func part(of word: String, isScript: Bool) -> Placeholder? {
        guard word.utf8.count > 2, word.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let isScript = isScript || word.contains(" ")
        var rest = word[...]
        while let character = rest.popFirst() {
            guard character == "%", let letter = rest.popFirst() else { continue }
            guard ShownFields.variableNames[letter] != nil, !isScript || letter == "u" || letter == "t" else {
                continue
            }
            return Placeholder(letter: letter)
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

/// Programs that run a text passed to them.
///
/// The list can't be complete, and safety doesn't depend on it. With it, lede refuses to pass a title, which may
/// contain any command, to such a program, and says why.
private nonisolated enum ScriptRunner {
    /// Names without the version that some have.
    private static let names: Set<String> = [
        "sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "ash", "busybox", "pwsh", "python", "perl", "ruby", "node",
        "php", "awk", "gawk", "mawk", "flock", "script", "ssh", "su", "tmux", "watch"
    ]

    /// The position of the first interpreter, which may follow a program such as `env`.
    static func index(in words: [String]) -> Int? { words.firstIndex { names.contains(program($0)) } }

    /// Whether the interpreter runs the word at `index`, or a text that includes it. The word may be yet to be added.
    static func reads(_ words: [String], at index: Int) -> Bool {
        guard let interpreter = self.index(in: words), index > interpreter else { return false }
        let before = words[index - 1]
        let isOptions = before.hasPrefix("-") && before != "--"
        switch program(words[interpreter]) {
        // These join all their words to one command.
        case "ssh", "su", "watch": return true
        // tmux passes a single word to a shell.
        case "tmux": return index <= interpreter + 2 || isOptions
        default: return index == interpreter + 1 || isOptions
        }
    }

    private static func program(_ word: String) -> String {
        let name = word.split(separator: "/").last ?? ""
        return String(name.prefix(1) + name.dropFirst().prefix { $0 != "." && !("0"..."9").contains($0) })
    }
}
