import Configuration
import Spelling
import ViewModels

/// The part of a line of the config file that says what keys do: `OPERATION [; OPERATION]… [-- "DESCRIPTION"]`.
struct OperationList {
    let action: KeyAction

    /// `commands` are further names to suggest for an unknown operation.
    init(_ words: ArraySlice<ConfigWord>, or commands: [String] = []) throws(ConfigProblem) {
        var steps: [KeyAction.Step] = []
        var part: [ConfigWord] = []
        var description: [String]?
        // Loops, because closures check their actor at each call, and each start reads all of the user's keys.
        for word in words {
            for token in Self.tokens(in: word) {
                if description != nil {
                    description?.append(token.text)
                } else if token.isQuoted || token.text != "--" && token.text != ";" {
                    part.append(token)
                } else {
                    if let name = part.first {
                        steps.append(try Self.step(name, Array(part.dropFirst()), or: commands))
                    }
                    part = []
                    if token.text == "--" { description = [] }
                }
            }
        }
        if let name = part.first { steps.append(try Self.step(name, Array(part.dropFirst()), or: commands)) }
        guard !steps.isEmpty else {
            throw ConfigProblem(
                at: words.first?.place ?? .init(path: "", line: 1, column: 1), "missing operation")
        }
        let text = (description ?? []).joined(separator: " ")
        action = KeyAction(steps, description: text.isEmpty ? nil : text)
    }

    /// The parts of a word between semicolons, and the semicolons.
    private static func tokens(in word: ConfigWord) -> [ConfigWord] {
        guard !word.isQuoted, word.text.utf8.contains(UInt8(ascii: ";")) else { return [word] }
        var tokens: [ConfigWord] = []
        for (index, part) in word.text.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { tokens.append(ConfigWord(";", at: word.place)) }
            if !part.isEmpty { tokens.append(ConfigWord(String(part), at: word.place)) }
        }
        return tokens
    }

    private static func step(
        _ name: ConfigWord, _ operands: [ConfigWord], or commands: [String]
    ) throws(ConfigProblem) -> KeyAction.Step {
        switch name.text {
        case "set":
            var config = Config()
            try config.set(operands[...])
            if operands.isEmpty {
                throw ConfigProblem(at: name.place, "set needs a setting, such as “set text-width 60”")
            }
            if let setting = Setting.named(operands[0].text),
                let problem = ExternalCommand.problem(of: setting, in: config)
            {
                throw ConfigProblem(at: operands[operands.count - 1].place, problem)
            }
            return .set(operands)
        case "run": return .run(try command(name, operands), .terminal)
        case "pipe-to" where !operands.isEmpty: return .run(try command(name, operands), .article)
        default:
            let operation = try operation(name, or: commands)
            guard let operand = operands.first else { return .operation(operation) }
            let text = operands.map(\.text).joined(separator: " ")
            do throws(GivenOperation.Refusal) {
                return .given(try GivenOperation(operation, text))
            } catch {
                throw ConfigProblem(at: operand.place, error.words)
            }
        }
    }

    private static func command(_ name: ConfigWord, _ operands: [ConfigWord]) throws(ConfigProblem) -> ExternalCommand {
        guard let command = ExternalCommand(CommandLineText.words(operands.map(\.text))) else {
            throw ConfigProblem(at: name.place, "\(name.text) needs a program")
        }
        if let problem = command.problem { throw ConfigProblem(at: operands[0].place, problem) }
        return command
    }

    private static func operation(_ name: ConfigWord, or commands: [String]) throws(ConfigProblem) -> Operation {
        if let operation = Operation(rawValue: name.text) { return operation }
        let newsboat = NewsboatOperation.named(name.text)
        if let operation = newsboat?.operation { return operation }
        if let reason = newsboat?.reason {
            throw ConfigProblem(at: name.place, "lede doesn't have newsboat's \(name.text): \(reason)")
        }
        let names = Operation.allCases.map(\.rawValue) + ["run", "pipe-to", "set"] + commands
        let hint =
            Setting.named(name.text) == nil
            ? NearestName.hint(for: name.text, among: names) : ": use “set \(name.text)” for settings"
        // The command line knows more commands than operations.
        let kind = commands.isEmpty ? "operation" : "command"
        throw ConfigProblem(at: name.place, "unknown \(kind) “\(name.text)”\(hint)")
    }
}
