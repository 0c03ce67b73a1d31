import Configuration
import Glibc
import Library
import Subscriptions
import System

/// The operands and options of a command.
struct Arguments: Sendable {
    private(set) var operands: [String] = []
    let surroundings: Surroundings
    private var options: [String: String] = [:]

    /// Reads the words as `subcommand` declares them, and throws if a word is not declared.
    init(_ words: [String], of subcommand: Subcommand, in surroundings: Surroundings) throws(CommandFailure) {
        try self.init(
            words, options: subcommand.allOptions, takesDashedWords: subcommand.takesDashedWords,
            in: surroundings)
        if !has("--help") { try subcommand.operands.check(operands) }
    }

    init(
        _ words: [String], options declared: [Subcommand.Option], takesDashedWords: Bool = false,
        in surroundings: Surroundings
    ) throws(CommandFailure) {
        self.surroundings = surroundings
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

    var environment: [String: String] { surroundings.environment }

    var output: Output { surroundings.output }

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
        _ word: String, followedBy words: inout ArraySlice<String>, _ declared: [Subcommand.Option]
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

// Values that several commands use.
extension Arguments {
    /// The filter of `--filter`.
    func filter() throws(CommandFailure) -> Filter? {
        guard let text = value(of: "--filter") else { return nil }
        do { return try Filter(text) } catch {
            let problem = "invalid filter: \(error)"
            throw .usage(problem, advice: problem.hasSuffix("?") ? nil : "see “lede help items”")
        }
    }

    /// The feed of `--feed`.
    func feed(in subscriptions: Subscriptions) throws -> FeedID? {
        try value(of: "--feed").map { try subscriptions.feed(named: $0).id }
    }

    /// An item, given by its number.
    func item(_ word: String) throws(CommandFailure) -> ItemID {
        guard let number = Int64(word), number > 0 else {
            throw .usage("“\(word)” isn't an item number", advice: "“lede items” lists them")
        }
        return ItemID(number)
    }

    /// The items of the operands, which are all in your feeds.
    func items(in library: Library) throws -> [ItemID] {
        let items = try operands.map { word in try item(word) }
        let feeds = try Set(library.feeds().map(\.id))
        let known = try Set(library.items(items).filter { feeds.contains($0.feed) }.map(\.id))
        if let missing = items.first(where: { !known.contains($0) }) { throw CommandFailure.noItem(missing) }
        return items
    }

    private static let widths = 1...1000

    /// The width to which text is wrapped.
    func width() throws(CommandFailure) -> Int {
        guard let width = try number(of: "--width") else { return min(output.width ?? 80, 80) }
        guard Self.widths.contains(width) else { throw .usage("--width must be a number from 1 to 1000") }
        return width
    }

    /// Whether text is printed with its styles.
    func wantsStyles() -> Bool {
        switch value(of: "--color") {
        case "always": true
        case "never": false
        default:
            isatty(output.results) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }
}
