/// Programs that run a text passed to them.
///
/// The list can't be complete, and safety doesn't depend on it. With it, lede refuses to pass a title, which may
/// contain any command, to such a program, and says why.
nonisolated enum Interpreter {
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

    // Works on bytes, because each start checks all commands that the user's keys run.
    private static func program(_ word: String) -> String {
        let name = word.utf8.split(separator: UInt8(ascii: "/")).last ?? word.utf8[...]
        let version = name.dropFirst().firstIndex {
            $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return String(decoding: name[..<(version ?? name.endIndex)], as: UTF8.self)
    }
}
