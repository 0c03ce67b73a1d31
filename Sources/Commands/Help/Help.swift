import Configuration

extension Subcommand {
    static let help: Subcommand = Subcommand(
        name: "help", operands: "[COMMAND…]", summary: "show help for lede or a command",
        examples: [Example(line: "lede help items", meaning: "show what “items” prints, and its options")]
    ) { arguments in
        guard !arguments.operands.isEmpty else {
            arguments.output.line(Help.overview)
            return 0
        }
        let name = arguments.operands.joined(separator: " ")
        guard let usage = Help.usage(of: name) else {
            // “lede help items refresh” knows each word, but not both together.
            let first = arguments.operands[0]
            if all.contains(where: { $0.name == first }) { throw CommandFailure.usage("unknown command “\(name)”") }
            throw Invocation.unknown(first, arguments.operands.dropFirst().first, all)
        }
        arguments.output.line(usage)
        return 0
    }

    /// The command's syntax.
    var synopsis: String {
        ["lede", name, options.isEmpty ? "" : "[OPTION…]", operands.pattern].filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// The command's complete help.
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

/// The help, made from the table of commands.
enum Help {
    static let width = 80

    static var overview: String {
        let groups = Subcommand.groups.map { group in
            let rows = group.subcommands.map { subcommand in
                row(
                    [subcommand.name, subcommand.operands.pattern].filter { !$0.isEmpty }.joined(separator: " "),
                    subcommand.summary)
            }
            return "\(group.title):\n\(rows.joined(separator: "\n"))"
        }
        return """
            lede reads RSS, Atom and JSON feeds in the terminal.

            Usage: lede [OPTION…]            open the reader (press ? for its keys)
                   lede COMMAND [ARGUMENT…]  run one command and exit

            \(groups.joined(separator: "\n\n"))

            Options:
            \(list(ReaderOpening.options + Subcommand.commonOptions))

            “lede help COMMAND” explains a command and its options.
            """
    }

    /// The help of a command, or of all commands whose names begin with a word; nil if there are none.
    static func usage(of name: String) -> String? {
        let subcommands = (Subcommand.all + Subcommand.unlisted).filter {
            $0.name == name || $0.name.hasPrefix(name + " ")
        }
        return subcommands.isEmpty ? nil : subcommands.map(\.usage).joined(separator: "\n\n\n")
    }

    /// The help for the first word of several commands: “lede mark --help”.
    static func ofGroup(_ words: [String]) -> String? {
        guard words.count == 2, ["--help", "-h"].contains(words[1]) else { return nil }
        return Subcommand.all.contains { $0.name.hasPrefix(words[0] + " ") } ? usage(of: words[0]) : nil
    }

    static func list(_ options: [Subcommand.Option]) -> String {
        options.map { row($0.pattern, $0.meaning) }.joined(separator: "\n")
    }

    static func row(_ name: String, _ meaning: String) -> String {
        let column = 26
        let lines = meaning.wrapped(at: width - column - 2)
        let indent = "\n" + String(repeating: " ", count: column + 2)
        // A name that is too long for its column gets its own line.
        let gap = name.count + 1 < column ? String(repeating: " ", count: column - name.count) : indent
        return "  \(name)\(gap)\(lines.joined(separator: indent))"
    }
}

extension Subcommand.Option {
    /// The option with its letters and value.
    var pattern: String {
        let names = (letters + [name]).joined(separator: ", ")
        return value.map { "\(names) \($0)" } ?? names
    }
}

extension String {
    /// The text in lines of at most `width` characters, unless a word is longer.
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
