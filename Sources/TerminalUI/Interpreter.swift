/// Programs that run a text which they are given.
///
/// This list can't be complete, and safety does not rest on it: it only lets lede refuse titles, which may hold any
/// command, where such a program would run one, and say why.
nonisolated enum Interpreter {
    /// Without the version that some have in their name.
    private static let names: Set<String> = [
        "sh", "bash", "dash", "zsh", "ksh", "mksh", "fish", "ash", "busybox", "pwsh", "python", "perl", "ruby", "node",
        "php", "awk", "gawk", "mawk", "flock", "script", "ssh", "su", "tmux", "watch"
    ]

    /// Where the first of them is, also behind a program such as `env`.
    static func index(in words: [String]) -> Int? { words.firstIndex { names.contains(program($0)) } }

    /// Whether the word there, which may be the next one, would be all or part of the text that is run.
    static func reads(_ words: [String], at index: Int) -> Bool {
        guard let interpreter = self.index(in: words), index > interpreter else { return false }
        let before = words[index - 1]
        let isOptions = before.hasPrefix("-") && before != "--"
        switch program(words[interpreter]) {
        // They make one command of all their words.
        case "ssh", "su", "watch": return true
        // It gives a single word to a shell.
        case "tmux": return index <= interpreter + 2 || isOptions
        default: return index == interpreter + 1 || isOptions
        }
    }

    // Byte by byte, as each start looks at all that the person's keys run.
    private static func program(_ word: String) -> String {
        let name = word.utf8.split(separator: UInt8(ascii: "/")).last ?? word.utf8[...]
        let version = name.dropFirst().firstIndex {
            $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return String(decoding: name[..<(version ?? name.endIndex)], as: UTF8.self)
    }
}
