extension Verb {
    static let help: Verb = Verb(
        name: "help", operands: "[COMMAND…]", summary: "show help for lede or a command",
        examples: [Example(line: "lede help items", meaning: "show what “items” prints, and its options")]
    ) { arguments in
        guard !arguments.operands.isEmpty else {
            Output.line(Help.overview)
            return 0
        }
        let name = arguments.operands.joined(separator: " ")
        guard let usage = Help.usage(of: name) else {
            // “lede help items refresh” knows each word, but not both together.
            let first = arguments.operands[0]
            if all.contains(where: { $0.name == first }) { throw CommandFailure.usage("unknown command “\(name)”") }
            throw Invocation.unknown(first, arguments.operands.dropFirst().first, all)
        }
        Output.line(usage)
        return 0
    }

    /// How the command is called.
    var synopsis: String {
        ["lede", name, options.isEmpty ? "" : "[OPTION…]", operands.pattern].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// What the command does and takes.
    var usage: String {
        let text = [summary.capitalisedSentence] + details
        let examples = examples.map { "  \($0.line)\n      \($0.meaning)" }
        let exits = exits.isEmpty ? [] : allExits.map { Help.row("\($0.code)", $0.meaning) }
        let sections = [("Examples", examples), ("Exit codes", exits)].filter { !$0.1.isEmpty }
        return
            (["Usage: \(synopsis)"] + text.map { $0.wrapped(at: Help.width).joined(separator: "\n") }
            + ["Options:\n\(Help.list(allOptions))"]
            + sections.map { "\($0.0):\n\($0.1.joined(separator: "\n"))" }).joined(separator: "\n\n")
    }
}

/// What lede can do, in words, made from the table of its commands.
enum Help {
    static let width = 80

    static var overview: String {
        let groups = Verb.groups.map { group in
            let rows = group.verbs.map { verb in
                row([verb.name, verb.operands.pattern].filter { !$0.isEmpty }.joined(separator: " "), verb.summary)
            }
            return "\(group.title):\n\(rows.joined(separator: "\n"))"
        }
        return """
            lede reads RSS, Atom and JSON feeds in the terminal.

            Usage: lede [OPTION…]            open the reader (press ? for its keys)
                   lede COMMAND [ARGUMENT…]  run one command and exit

            \(groups.joined(separator: "\n\n"))

            Options:
            \(list(ReaderOpening.options + Verb.commonOptions))

            “lede help COMMAND” shows what a command does, its options and examples.
            """
    }

    /// What a command does, or all those that begin with a word; nil where there is none.
    static func usage(of name: String) -> String? {
        let verbs = (Verb.all + Verb.unlisted).filter { $0.name == name || $0.name.hasPrefix(name + " ") }
        return verbs.isEmpty ? nil : verbs.map(\.usage).joined(separator: "\n\n\n")
    }

    /// What is asked for with a word that several commands begin with: “lede mark --help”.
    static func ofGroup(_ words: [String]) -> String? {
        guard words.count == 2, ["--help", "-h"].contains(words[1]) else { return nil }
        return Verb.all.contains { $0.name.hasPrefix(words[0] + " ") } ? usage(of: words[0]) : nil
    }

    static func list(_ options: [Verb.Option]) -> String {
        options.map { row($0.pattern, $0.meaning) }.joined(separator: "\n")
    }

    static func row(_ name: String, _ meaning: String) -> String {
        let column = 26
        let lines = meaning.wrapped(at: width - column - 2)
        let indent = "\n" + String(repeating: " ", count: column + 2)
        // A name that is too long for its column has a line to itself.
        let gap = name.count + 1 < column ? String(repeating: " ", count: column - name.count) : indent
        return "  \(name)\(gap)\(lines.joined(separator: indent))"
    }
}

extension Verb.Option {
    /// The option as it is typed, with its value.
    var pattern: String {
        let names = (letters + [name]).joined(separator: ", ")
        return value.map { "\(names) \($0)" } ?? names
    }
}

extension String {
    /// The text in lines of at most so many characters, where no word is longer.
    fileprivate func wrapped(at width: Int) -> [String] {
        var lines = [""]
        for word in split(separator: " ") {
            let last = lines.count - 1
            if lines[last].isEmpty {
                lines[last] = String(word)
            } else if lines[last].count + 1 + word.count <= width {
                lines[last] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
