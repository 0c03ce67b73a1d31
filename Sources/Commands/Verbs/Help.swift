extension Verb {
    static let help: Verb = Verb(name: "help", operands: "[COMMAND]", summary: "show this, or what a command does") {
        arguments in
        guard let name = arguments.operands.first else {
            Output.line(Help.overview)
            return 0
        }
        guard let verb = all.first(where: { $0.name == name }) else {
            throw CommandFailure.usage("there is no command “\(name)”")
        }
        Output.line(verb.usage)
        return 0
    }

    /// What the command does and takes.
    var usage: String {
        let words = ["lede", name] + (options.isEmpty ? [] : ["[OPTION…]"]) + (operands.isEmpty ? [] : [operands])
        return "Usage: \(words.joined(separator: " "))\n\n\(name): \(summary).\n\n"
            + Help.list(options + Self.commonOptions)
    }
}

/// What lede can do, in words, made from the table of its commands.
enum Help {
    static var overview: String {
        let commands = Verb.all.map { verb in
            row([verb.name, verb.operands].filter { !$0.isEmpty }.joined(separator: " "), verb.summary)
        }
        return """
            lede reads feeds in the terminal.

            Usage: lede [OPTION…]            open the reader (press ? for its keys)
                   lede COMMAND [ARGUMENT…]  do one thing and end

            Commands:
            \(commands.joined(separator: "\n"))

            Options:
            \(list(ReaderOpening.options + Verb.commonOptions))
            """
    }

    static func list(_ options: [Verb.Option]) -> String {
        options.map { row([$0.name, $0.value].compactMap { $0 }.joined(separator: " "), $0.meaning) }.joined(
            separator: "\n")
    }

    private static func row(_ name: String, _ meaning: String) -> String {
        "  \(name)\(String(repeating: " ", count: max(1, 26 - name.count)))\(meaning)"
    }
}
