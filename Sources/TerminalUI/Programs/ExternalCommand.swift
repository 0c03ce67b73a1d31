import Configuration
import ViewModels

/// A program that is given what is shown: in its arguments, where `%u`, `%t` and the like stand, and in its environment.
///
/// lede starts it without a shell, but what it does with its arguments nobody knows: `flock FILE -c "firefox %u"` has a
/// shell read what it is given. So a sign is filled in only where it is a word of its own, and addresses hold nothing that
/// a shell acts on.
nonisolated struct ExternalCommand: Equatable {
    private let words: [String]

    /// What opens an address with the program that the desktop has for it.
    static let desktop = ExternalCommand(program: "xdg-open")

    private init(program: String) {
        words = [program]
    }

    /// Nil where no program is named.
    init?(_ words: [String]) {
        guard let program = words.first, !program.isEmpty else { return nil }
        self.words = words
    }

    var name: String { words[0] }

    /// Whether it is a pager, an editor or a browser that shows its input until the user quits it.
    var waitsForUser: Bool {
        let program = name.split(separator: "/").last.map(String.init) ?? name
        return ["bat", "emacs", "less", "lynx", "micro", "more", "most", "nano", "nvim", "vi", "view", "vim", "w3m"]
            .contains(program)
    }

    /// Whether it makes no sense without an address: that is one of its arguments, or its script asks for it.
    var wantsAddress: Bool { hasPlaceForAddress || words.contains { $0.contains("LEDE_URL") } }

    private var hasPlaceForAddress: Bool { words.contains("%u") }

    /// Why the command would not do what was meant.
    var problem: String? {
        for index in words.indices {
            if let sign = ProgramSign.part(of: words[index], isScript: isBehindInterpreter(index)) {
                return isBehindInterpreter(index) ? Self.scriptProblem : sign.problem(in: words[index])
            }
            if ProgramSign(words[index]) != nil, Interpreter.reads(words, at: index) { return Self.scriptProblem }
        }
        if words.contains(where: { $0.hasPrefix("'") }) {
            return "“'” doesn't quote here: put the whole command in double quotes, such as \"sh -c '…'\""
        }
        guard Interpreter.index(in: words) == nil, let sign = words.first(where: Self.shellSigns.contains) else {
            return nil
        }
        return "“\(sign)” needs a shell: write \"sh -c '… $LEDE_URL …'\""
    }

    /// Why a command that gets something as its last argument would not do what was meant.
    var problemWithLastArgument: String? {
        problem ?? (Interpreter.reads(words, at: words.count) ? Self.scriptProblem : nil)
    }

    /// The same where the last argument is an address, which has no place among the others.
    var problemWithAddress: String? { hasPlaceForAddress ? problem : problemWithLastArgument }

    /// The program and its arguments. Where none of them asks for an address, `last` is one more.
    func arguments(_ fields: ShownFields, last: String? = nil) -> [String] {
        let arguments = words.enumerated().map { index, word in
            // Scripts have percent signs of their own.
            guard let sign = ProgramSign(word) else {
                return isBehindInterpreter(index) ? word : word.replacing("%%", with: "%")
            }
            return Interpreter.reads(words, at: index) ? word : Self.argument(fields.value(for: sign.letter) ?? word)
        }
        return arguments + (hasPlaceForAddress ? [] : [last].compactMap(\.self))
    }

    /// Why the program that a setting names would not do what was meant; nil where it would, or the setting names none.
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

    private func isBehindInterpreter(_ index: Int) -> Bool { Interpreter.index(in: words).map { index > $0 } ?? false }

    /// What is shown never becomes an option: where it would, a space stands before it.
    private static func argument(_ text: String) -> String { text.hasPrefix("-") ? " " + text : text }
}
