extension ConfigLine {
    /// Whether lede runs a program because of this line: by itself, or when the user presses a key.
    var runsProgram: Bool {
        switch name {
        case "share": true
        case "on": operands.contains { $0.text.hasRunAction }
        case "bind", "bind-key", "macro": operands.contains { $0.namesProgram } || givesEditor
        default: Setting.named(name)?.kind == .command && operands.contains { !$0.text.isEmpty }
        }
    }
}

extension ConfigLine {
    /// Whether `edit-urls` gets its own editor. In `bind-key` a context follows it.
    private var givesEditor: Bool {
        name != "bind-key"
            && zip(words, words.dropFirst()).contains {
                $0.text.hasSuffix("edit-urls") && !$1.text.hasPrefix(";") && $1.text != "--"
            }
    }
}

extension ConfigWord {
    /// Whether an operation takes a program after it: `run`, `pipe-to`, or `set` for a setting such as `browser`.
    fileprivate var namesProgram: Bool {
        text.split { " \t;".contains($0) }.contains { part in
            part == "run" || part == "pipe-to" || Setting.named(String(part))?.kind == .command
        }
    }
}

extension String {
    /// Whether a rule's action is to run a command.
    fileprivate var hasRunAction: Bool {
        let words = split { !$0.isLetter && $0 != "-" }
        return zip(words, words.dropFirst()).contains { $0 == "do" && $1 == "run" }
    }
}
