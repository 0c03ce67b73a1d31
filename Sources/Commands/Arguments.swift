import Configuration

/// What was given to a command on its line.
struct Arguments: Sendable {
    private(set) var operands: [String] = []
    private(set) var environment: [String: String]
    private var options: [String: String] = [:]

    /// Reads the words; an option that is not among those declared is refused.
    init(_ words: [String], options declared: [Verb.Option], environment: [String: String]) throws(CommandFailure) {
        self.environment = environment
        var words = words[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            if word == "--" {
                operands += words
                return
            }
            try take(word, followedBy: &words, declared)
        }
    }

    func has(_ option: String) -> Bool { options[option] != nil }

    func value(of option: String) -> String? { options[option] }

    /// A whole number that is not negative.
    func number(of option: String) throws(CommandFailure) -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw .usage("\(option) wants a whole number, and “\(text)” is none")
        }
        return number
    }

    /// The one operand that the command wants.
    func onlyOperand(_ name: String) throws(CommandFailure) -> String {
        guard let operand = operands.first else { throw .usage("\(name) is missing") }
        guard operands.count == 1 else { throw .usage("“\(operands[1])” is one argument too many") }
        return operand
    }

    func rejectOperands() throws(CommandFailure) {
        if let operand = operands.first { throw .usage("“\(operand)” is one argument too many") }
    }

    func paths() throws(CommandFailure) -> Paths {
        Paths(
            environment: environment, configDirectory: try folder("--config-dir"),
            dataDirectory: try folder("--data-dir"))
    }

    private func folder(_ option: String) throws(CommandFailure) -> String? {
        guard let path = options[option] else { return nil }
        guard !path.isEmpty else { throw .usage("\(option) wants the path of a folder") }
        return Paths.absolute(path)
    }

    /// Takes `--option`, `--option VALUE` or `--option=VALUE`.
    private mutating func take(
        _ word: String, followedBy words: inout ArraySlice<String>, _ declared: [Verb.Option]
    ) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = declared.first(where: { $0.name == parts[0] }) else {
            throw .usage("the option “\(parts[0])” is not known here")
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else { throw .usage("\(option.name) takes no value") }
            return options[option.name] = ""
        }
        guard let value = parts.count == 2 ? parts[1] : words.popFirst() else {
            throw .usage("\(option.name) wants a value: \(option.name) \(valueName)")
        }
        options[option.name] = value
    }
}
