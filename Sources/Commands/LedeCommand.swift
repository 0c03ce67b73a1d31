import CLinux
import Configuration
import Glibc
import Pictures
import Processes

/// lede's command line: runs a command, or opens the reader if none is named.
package enum LedeCommand {
    /// Runs a command and returns its exit code. The reader ends the process itself.
    @MainActor package static func run(_ words: [String]) -> Int32 {
        // It may know passwords.
        lede_keep_memory_private()
        if words.first == PictureHelper.argument { PictureHelper.run(words.dropFirst()) }
        Allocator.limitMemory()
        // Turns a write beyond the file size limit into an error, instead of ending the process silently.
        signal(SIGXFSZ, SIG_IGN)
        let environment = Environment.variables
        var verb: Verb?
        do {
            // Plain “lede” starts faster without the table of commands.
            if words.isEmpty { return try openReader(words, environment) }
            if let help = Help.ofGroup(words) {
                Output.line(help)
                return 0
            }
            let invocation = try Invocation(words)
            verb = invocation.verb
            guard let verb else { return try openReader(words, environment) }
            let arguments = try Arguments(invocation.rest, of: verb, environment: environment)
            if arguments.has("--help") {
                Output.line(verb.usage)
                return 0
            }
            return try verb.run(arguments)
        } catch {
            let failure = error as? CommandFailure ?? .failed("\(error)")
            let help = ["lede help", verb?.name == "help" ? nil : verb?.name].compactMap(\.self).joined(separator: " ")
            let advice = failure.advice ?? (failure.isUsage && !failure.message.hasSuffix("?") ? "see “\(help)”" : nil)
            Output.complain([failure.message, advice].compactMap(\.self).joined(separator: ": "))
            return failure.exitCode
        }
    }

    /// Ends the process with an exit code.
    ///
    /// Skips the clean-up of C libraries, which would dismantle TLS while the network thread still uses it. lede's own
    /// data is written by then.
    package static func end(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    @MainActor private static func openReader(_ words: [String], _ environment: [String: String]) throws -> Int32 {
        let options = ReaderOpening.options + Verb.commonOptions
        let arguments = try Arguments(words, options: options, environment: environment)
        if let operand = arguments.operands.first {
            throw CommandFailure.usage("unexpected argument “\(operand)”")
        }
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
