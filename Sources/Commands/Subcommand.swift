import Configuration
import System

/// The declaration of a command. Parsing, help, manual page and completion use it.
struct Subcommand: Sendable {
    /// One word, or two for a command with several parts: “import opml”.
    let name: String
    var operands: Operands = ""
    /// What it does, in one line.
    let summary: String
    /// Further explanations, in paragraphs.
    var details: [String] = []
    var options: [Option] = []
    var examples: [Example] = []
    /// Exit codes with another meaning than usual.
    var exits: [Exit] = []
    /// Whether a word with one dash that is no known option is an operand.
    var takesDashedWords = false
    /// Runs the command, and returns the exit code.
    let run: @Sendable (Arguments) throws -> Int32

    struct Option: Sendable {
        let name: String
        /// Other names of one letter that people try.
        var letters: [String] = []
        /// The placeholder for the option's value; nil if the option has none.
        var value: String?
        let meaning: String

        func isCalled(_ word: String) -> Bool { word == name || letters.contains(word) }
    }

    struct Example: Sendable {
        /// The line to type, without a leading “lede”.
        let line: String
        let meaning: String
    }

    struct Exit: Sendable {
        let code: Int32
        let meaning: String
    }

    /// Commands that are listed together.
    struct Group: Sendable {
        let title: String
        let subcommands: [Subcommand]
    }

    static let groups: [Group] = [
        Group(title: "Items", subcommands: [items, search, show, play, unread, preload, cache, cacheClear]),
        Group(
            title: "Marks",
            subcommands: [markRead, markUnread, markStarred, markUnstarred, undo, redo, history, rulesPreview]),
        Group(
            title: "Feeds",
            subcommands: [
                refresh, sync, syncLogin, feeds, add, remove, rename, tag, tagRename, move, importFeeds, exportOPML,
                importNewsboat, importPodboat, importNewsraft, importSfeed
            ]),
        Group(title: "Episodes", subcommands: [episodes, download]),
        Group(title: "Library", subcommands: [stats, doctor, exportJSON, backup, restore]),
        Group(title: "Tools", subcommands: [configCheck, configShow, configEdit, parse, extract, render, manual, help])
    ]

    /// Every command that is listed.
    static let all: [Subcommand] = groups.flatMap(\.subcommands)

    /// Those that only programs use.
    static let unlisted = [complete]

    /// Options that work with every command, and without one.
    static let commonOptions = [
        Option(name: "--config-dir", value: "DIR", meaning: "folder of the urls and config files"),
        Option(name: "--data-dir", value: "DIR", meaning: "folder of the library"),
        Option(name: "--help", letters: ["-h"], meaning: "show help")
    ]

    static let commonExits = [
        Exit(code: 0, meaning: "success"),
        Exit(code: 1, meaning: "failure, explained on standard error"),
        Exit(code: 2, meaning: "invalid command line")
    ]

    /// All options that the command understands.
    var allOptions: [Option] { options + Self.commonOptions }

    /// The meanings of its exit codes.
    var allExits: [Exit] {
        Self.commonExits.map { common in exits.first { $0.code == common.code } ?? common }
            + exits.filter { exit in !Self.commonExits.contains { $0.code == exit.code } }
    }
}

// Options that several commands have.
extension Subcommand.Option {
    static let json = Self(name: "--json", meaning: "print one JSON object per line")
    static let feed = Self(name: "--feed", value: "FEED", meaning: "only this feed, by URL or title")
    static let filter = Self(name: "--filter", value: "EXPR", meaning: "only items that match this filter")
    /// For commands that print formatted text, as the next one.
    static let width = Self(
        name: "--width", value: "N", meaning: "line width, from 1 to 1000 (default: the terminal's, at most 80)")
    static let color = Self(
        name: "--color", value: "auto|always|never",
        meaning: "print styles (default: auto, on a terminal unless NO_COLOR is set)")
}

/// What a command takes besides options, as its help shows it: `FILE`, `[FEED…]`, `bash|zsh|fish`.
struct Operands: ExpressibleByStringLiteral, Sendable {
    struct Operand: Sendable {
        /// A placeholder, or alternatives with bars between them.
        let name: String
        let isOptional: Bool
        let isRepeated: Bool

        /// The words that it may be; empty if any word is allowed.
        var choices: [String] {
            guard name != name.uppercased() else { return [] }
            return name.split(separator: "|").map(String.init)
        }

        fileprivate init(_ pattern: Substring) {
            isOptional = pattern.hasPrefix("[")
            isRepeated = pattern.contains("…")
            name = pattern.filter { !"[]…".contains($0) }
        }
    }

    let pattern: String
    let all: [Operand]

    init(stringLiteral pattern: String) {
        self.pattern = pattern
        all = pattern.split(separator: " ").map(Operand.init)
    }

    /// The operand for the word at this position; nil if there are too many words.
    func operand(at position: Int) -> Operand? {
        if all.indices.contains(position) { return all[position] }
        return all.last.flatMap { $0.isRepeated ? $0 : nil }
    }

    /// Throws if there are too few or too many words, or if one isn't among its choices.
    func check(_ words: [String]) throws(CommandFailure) {
        for (position, word) in words.enumerated() {
            guard let operand = operand(at: position) else { throw .usage("unexpected argument “\(word)”") }
            let choices = operand.choices
            guard choices.isEmpty || choices.contains(word) else {
                throw .usage("“\(word)” isn't one of \(choices.joined(separator: ", "))", nearest: word, among: choices)
            }
        }
        if let missing = all.dropFirst(words.count).first(where: { !$0.isOptional }) {
            throw .usage("\(missing.name) is missing")
        }
    }
}

/// The command that a command line names, and the remaining words.
struct Invocation {
    /// Nil if there are only options, which opens the reader.
    let subcommand: Subcommand?
    let rest: [String]

    /// Options may stand anywhere, even before the command.
    init(_ words: [String], among subcommands: [Subcommand] = Subcommand.all + Subcommand.unlisted)
        throws(CommandFailure)
    {
        let places = Self.operands(in: words, subcommands)
        guard let first = places.first else {
            subcommand = nil
            rest = words
            return
        }
        let name = words[first]
        let second = places.dropFirst().first
        if let second, let subcommand = subcommands.first(where: { $0.name == "\(name) \(words[second])" }) {
            self.subcommand = subcommand
            rest = words.indices.filter { $0 != first && $0 != second }.map { words[$0] }
        } else if let subcommand = subcommands.first(where: { $0.name == name }) {
            self.subcommand = subcommand
            rest = words.indices.filter { $0 != first }.map { words[$0] }
        } else {
            throw Self.unknown(name, second.map { words[$0] }, subcommands)
        }
    }

    static func unknown(_ name: String, _ part: String?, _ subcommands: [Subcommand]) -> CommandFailure {
        let names = subcommands.map(\.name)
        let parts = names.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
        guard !parts.isEmpty else {
            return .usage("unknown command “\(name)”", nearest: name, among: names)
        }
        let choices = "use one of \(parts.joined(separator: ", "))"
        guard let part else { return .usage("“\(name)” needs a second word", advice: choices) }
        let nearest = NearestName.of(part, among: parts).map { "did you mean “\(name) \($0)”?" }
        return .usage("unknown command “\(name) \(part)”", advice: nearest ?? choices)
    }

    /// The positions of the first two words that are neither options nor their values.
    private static func operands(in words: [String], _ subcommands: [Subcommand]) -> [Int] {
        let options = subcommands.flatMap(\.allOptions)
        var places: [Int] = []
        var position = 0
        while position < words.count, words[position] != "--" {
            let word = words[position]
            if !word.hasPrefix("-") || word == "-" {
                places.append(position)
                // A command's name has at most two words. Later words may look like options without being any.
                if places.count == 2 { break }
            }
            let takesValue = word.hasPrefix("-") && options.contains { $0.isCalled(word) && $0.value != nil }
            position += takesValue ? 2 : 1
        }
        return places
    }
}
