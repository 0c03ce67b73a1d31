import Glibc

/// lede's command line: with a verb it does that and ends, without one it opens the reader.
package enum LedeCommand {
    /// Runs what the words ask for. The reader, once open, ends the process by itself.
    @MainActor package static func run(_ words: [String], environment: [String: String]) -> Int32 {
        Allocator.keepLittle()
        do {
            let (verb, rest) = try verb(in: words)
            guard let verb else { return try openReader(rest, environment) }
            let arguments = try Arguments(rest, options: verb.options + Verb.commonOptions, environment: environment)
            if arguments.has("--help") {
                Output.line(verb.usage)
                return 0
            }
            return try verb.run(arguments)
        } catch {
            let failure = error as? CommandFailure ?? .failed("\(error)")
            Output.complain(failure.message)
            return failure.exitCode
        }
    }

    /// Ends the process with an exit code.
    ///
    /// Without the clean-up of C libraries, which would take TLS apart while the network's thread is still in it.
    /// What is ours is written by then.
    package static func end(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    /// The verb that the words name, and the other words; no verb where there are only options.
    private static func verb(in words: [String]) throws(CommandFailure) -> (Verb?, [String]) {
        let position = positionOfFirstOperand(in: words)
        guard words.indices.contains(position) else { return (nil, words) }
        guard let verb = Verb.all.first(where: { $0.name == words[position] }) else {
            throw .usage("there is no command “\(words[position])”")
        }
        return (verb, Array(words[..<position] + words[(position + 1)...]))
    }

    /// Options that every command has may stand before it, with their values.
    private static func positionOfFirstOperand(in words: [String]) -> Int {
        var position = 0
        while position < words.count, words[position].hasPrefix("-") {
            let takesValue = Verb.commonOptions.contains { $0.name == words[position] && $0.value != nil }
            position += takesValue ? 2 : 1
        }
        return position
    }

    @MainActor private static func openReader(_ words: [String], _ environment: [String: String]) throws -> Int32 {
        let options = ReaderOpening.options + Verb.commonOptions
        let arguments = try Arguments(words, options: options, environment: environment)
        try arguments.rejectOperands()
        if arguments.has("--version") {
            Output.line("lede \(Version.current)")
            return 0
        }
        if arguments.has("--help") {
            Output.line(Help.overview)
            return 0
        }
        try ReaderOpening.open(arguments)
    }
}
