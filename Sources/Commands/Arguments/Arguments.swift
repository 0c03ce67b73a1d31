import Configuration

/// The operands and options of a command.
struct Arguments: Sendable {
    private(set) var operands: [String] = []
    private(set) var environment: [String: String]
    private var options: [String: String] = [:]

    /// Reads the words as `verb` declares them, and throws if a word is not declared.
    init(_ words: [String], of verb: Verb, environment: [String: String]) throws(CommandFailure) {
        try self.init(
            words, options: verb.allOptions, takesDashedWords: verb.takesDashedWords, environment: environment)
        if !has("--help") { try verb.operands.check(operands) }
    }

    init(
        _ words: [String], options declared: [Verb.Option], takesDashedWords: Bool = false,
        environment: [String: String]
    ) throws(CommandFailure) {
        self.environment = environment
        var words = words[...]
        while let word = words.popFirst() {
            let isDeclared = declared.contains { $0.isCalled(word) }
            guard word.hasPrefix("-"), word != "-", isDeclared || !takesDashedWords || word.hasPrefix("--") else {
                operands.append(word)
                continue
            }
            if word == "--" {
                operands += words
                return
            }
            try readOption(word, followedBy: &words, declared)
        }
    }

    func has(_ option: String) -> Bool { options[option] != nil }

    func value(of option: String) -> String? { options[option] }

    /// A whole number that is not negative.
    func number(of option: String) throws(CommandFailure) -> Int? {
        guard let text = options[option] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw .usage("\(option) must be a whole number, not “\(text)”")
        }
        return number
    }

    /// The number of `--limit`; 0 on the command line means no limit.
    func limit(otherwise usual: Int) throws(CommandFailure) -> Int {
        let number = try number(of: "--limit") ?? usual
        return number == 0 ? .max : number
    }

    /// Throws if an option is given together with others that it can't be combined with.
    func refuse(_ option: String, beside others: [String]) throws(CommandFailure) {
        guard has(option), let other = others.first(where: has) else { return }
        throw .usage("use \(option) or \(other), not both")
    }

    func paths() throws(CommandFailure) -> Paths {
        Paths(
            environment: environment, configDirectory: try folder("--config-dir"),
            dataDirectory: try folder("--data-dir"))
    }

    private func folder(_ option: String) throws(CommandFailure) -> String? {
        guard let path = options[option] else { return nil }
        guard !path.isEmpty else { throw .usage("\(option) must be the path of a folder") }
        return Paths.absolute(path)
    }

    /// Reads `--option`, `--option VALUE` or `--option=VALUE`.
    private mutating func readOption(
        _ word: String, followedBy words: inout ArraySlice<String>, _ declared: [Verb.Option]
    ) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let option = declared.first(where: { $0.isCalled(parts[0]) }) else {
            throw .usage(
                "unknown option “\(parts[0])”", nearest: parts[0], among: declared.map(\.name))
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else { throw .usage("\(option.name) takes no value") }
            return options[option.name] = ""
        }
        guard let value = parts.count == 2 ? parts[1] : words.popFirst() else {
            throw .usage("\(option.name) needs a value: \(option.name) \(valueName)")
        }
        let choices = Operands(stringLiteral: valueName).all[0].choices
        guard choices.isEmpty || choices.contains(value) else {
            throw .usage(
                "\(option.name) must be one of \(choices.joined(separator: ", ")), not “\(value)”",
                nearest: value, among: choices)
        }
        options[option.name] = value
    }
}
