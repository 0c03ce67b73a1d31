import ViewModels

/// A program that is given what is shown: in its arguments, where `%u`, `%t` and the like stand, and in its environment.
///
/// No shell sees any of it. Where the person names one by themselves, its script gets what is shown by the environment
/// alone, since a title in the text of a script could be anything.
struct ExternalCommand: Equatable {
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

    /// Why the command would not do what was meant.
    var problem: String? {
        if let script, Self.placeholders.contains(where: words[script].contains) {
            return "what is shown is never put into a script: write $LEDE_URL, $LEDE_TITLE and so on"
        }
        if words.contains(where: { $0.hasPrefix("'") }) {
            return "“'” is no quotation mark here: put all of the command into “\"”, such as \"sh -c '…'\""
        }
        guard script == nil, let sign = words.first(where: Self.shellSigns.contains) else { return nil }
        return "“\(sign)” means nothing without a shell: write \"sh -c '… $LEDE_URL …'\""
    }

    /// The program and its arguments. Where none of them asks for an address, `last` is one more.
    func arguments(_ fields: ShownFields, last: String? = nil) -> [String] {
        let arguments = words.enumerated().map { $0 == script ? $1 : Self.fill($1, with: fields) }
        let hasPlace = words.indices.contains { $0 != script && words[$0].contains("%u") }
        return arguments + (hasPlace ? [] : [last].compactMap(\.self))
    }

    /// The others have other meanings for programs that scripts run, such as date and printf.
    private static let placeholders = ["%u", "%t"]
    private static let shellSigns: Set<String> = [
        "|", "||", "&", "&&", ";", ">", ">>", "<", "2>&1", ">/dev/null", "2>/dev/null"
    ]

    /// Programs that run a text which they are given behind an option.
    private static let interpreters: Set<String> = [
        "sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "ash", "busybox", "python", "python3", "perl", "ruby",
        "node", "lua", "php", "emacs", "emacsclient", "vim", "nvim"
    ]

    /// Where the script stands in a command such as `sh -c SCRIPT`, also behind a program such as `env`.
    private var script: Int? {
        guard let interpreter = words.firstIndex(where: Self.isInterpreter) else { return nil }
        let option = words[interpreter...].firstIndex { word in
            word.hasPrefix("-") && ["c", "e", "l", "eval", "command"].contains { word.drop { $0 == "-" }.hasSuffix($0) }
        }
        return option.flatMap { words.indices.contains($0 + 1) ? $0 + 1 : nil }
    }

    private static func isInterpreter(_ word: String) -> Bool {
        interpreters.contains(word.split(separator: "/").last.map(String.init) ?? word)
    }

    /// What is shown never becomes an option: where it would, a space stands before it.
    private static func fill(_ word: String, with fields: ShownFields) -> String {
        guard word.contains("%") else { return word }
        let filled = filled(word, with: fields)
        return filled.hasPrefix("-") && !word.hasPrefix("-") ? " " + filled : filled
    }

    private static func filled(_ word: String, with fields: ShownFields) -> String {
        var filled = ""
        var rest = word[...]
        while let character = rest.popFirst() {
            guard character == "%", let letter = rest.first, let value = fields.value(for: letter) else {
                filled.append(character)
                continue
            }
            rest.removeFirst()
            filled += value
        }
        return filled
    }
}
