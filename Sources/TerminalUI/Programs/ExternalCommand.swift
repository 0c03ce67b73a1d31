import Configuration
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

    /// Whether it makes no sense without an address: that is one of its arguments, or its script asks for it.
    var wantsAddress: Bool { hasPlaceForAddress || words.contains { $0.contains("LEDE_URL") } }

    private var hasPlaceForAddress: Bool { words.indices.contains { isFilled($0) && words[$0].contains("%u") } }

    /// Why the command would not do what was meant.
    var problem: String? {
        if words.indices.contains(where: { !isFilled($0) && Self.placeholders.contains(where: words[$0].contains) }) {
            return "what is shown is never put into a script: write $LEDE_URL, $LEDE_TITLE and so on"
        }
        if words.contains(where: { $0.hasPrefix("'") }) {
            return "“'” is no quotation mark here: put all of the command into “\"”, such as \"sh -c '…'\""
        }
        guard interpreter == nil, let sign = words.first(where: Self.shellSigns.contains) else { return nil }
        return "“\(sign)” means nothing without a shell: write \"sh -c '… $LEDE_URL …'\""
    }

    /// The program and its arguments. Where none of them asks for an address, `last` is one more.
    func arguments(_ fields: ShownFields, last: String? = nil) -> [String] {
        let arguments = words.enumerated().map { isFilled($0) ? Self.fill($1, with: fields) : $1 }
        return arguments + (hasPlaceForAddress ? [] : [last].compactMap(\.self))
    }

    /// Why the program that a setting names would not do what was meant; nil where it would, or the setting names none.
    static func problem(of setting: Setting, in config: Config) -> String? {
        setting.kind == .command ? ExternalCommand(config.command(setting))?.problem : nil
    }

    /// The others have other meanings for programs that scripts run, such as date and printf.
    private static let placeholders = ["%u", "%t"]
    private static let shellSigns: Set<String> = [
        "|", "||", "&", "&&", ";", ">", ">>", "<", "2>&1", ">/dev/null", "2>/dev/null"
    ]

    /// Programs that run a text which they are given, without the version that some have in their name.
    private static let interpreters: Set<String> = [
        "sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "ash", "busybox", "pwsh", "python", "pypy", "perl", "ruby",
        "node", "deno", "bun", "lua", "luajit", "php", "tclsh", "awk", "gawk", "mawk", "sqlite", "emacs", "emacsclient",
        "vi", "vim", "nvim", "gdb", "tmux", "screen", "script", "watch", "ssh", "su"
    ]

    /// Where the first of them stands, also behind a program such as `env`.
    private var interpreter: Int? { words.firstIndex { Self.interpreters.contains(Self.program($0)) } }

    // Byte by byte, as each start looks at all that the person's keys run.
    private static func program(_ word: String) -> String {
        let name = word.utf8.split(separator: UInt8(ascii: "/")).last ?? word.utf8[...]
        let version = name.dropFirst().firstIndex {
            $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return String(decoding: name[..<(version ?? name.endIndex)], as: UTF8.self)
    }

    /// Whether signs are replaced in a word. Behind what runs a text each word may be that text, except for one that is
    /// a sign and nothing else, and no option's.
    private func isFilled(_ index: Int) -> Bool {
        guard let interpreter, index > interpreter else { return true }
        // They make one command of all their words.
        if ["ssh", "su"].contains(Self.program(words[interpreter])) { return false }
        let before = words[index - 1]
        return words[index].utf8.count == 2 && index > interpreter + 1 && (before == "--" || !before.hasPrefix("-"))
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
