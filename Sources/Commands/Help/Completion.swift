import Configuration
import Library
import Subscriptions

/// The candidates for the last word of a command line.
struct Completion {
    enum Candidate: Equatable {
        case word(String, String)
        /// The shell completes these itself.
        case files
        case folders
        /// The library has these.
        case feeds
        case tags
        case queries
    }

    let candidates: [Candidate]

    /// Takes the words after “lede”; the last one is being typed.
    init(_ words: [String], among subcommands: [Subcommand] = Subcommand.all) {
        let typed = words.last ?? ""
        let line = Line(words.dropLast(), among: subcommands)
        if let option = line.openOption {
            candidates = Self.values(of: option, beginning: "")
        } else if typed.hasPrefix("-"), !line.hasOnlyOperands {
            candidates = Self.options(line.options, matching: typed)
        } else if let subcommand = line.subcommand {
            let operand = subcommand.operands.operand(at: line.operands.count)
            // A command's name may have two words, and the first may be typed already. “sync” is a command, too.
            let second = line.operands.isEmpty ? Self.names(after: [subcommand.name], of: subcommands) : []
            candidates =
                operand?.name == "COMMAND"
                ? Self.names(after: line.operands, of: subcommands)
                : second + (operand.map { Self.named($0.name, "") } ?? [])
        } else {
            candidates = Self.names(after: line.operands, of: subcommands)
        }
    }

    /// The words before the one that is being typed, as far as they are valid.
    private struct Line {
        var subcommand: Subcommand?
        var operands: [String] = []
        /// The option whose value is being typed.
        var openOption: Subcommand.Option?
        var hasOnlyOperands = false

        var options: [Subcommand.Option] { subcommand?.allOptions ?? ReaderOpening.options + Subcommand.commonOptions }

        init(_ words: ArraySlice<String>, among subcommands: [Subcommand]) {
            var words = words
            while let word = words.popFirst() {
                if hasOnlyOperands || !word.hasPrefix("-") || word == "-" {
                    operands.append(word)
                    let name = ([subcommand?.name].compactMap(\.self) + operands).joined(separator: " ")
                    if let named = subcommands.first(where: { $0.name == name }) {
                        subcommand = named
                        operands = []
                    }
                } else if word == "--" {
                    hasOnlyOperands = true
                } else if let option = options.first(where: { $0.isCalled(word) }), option.value != nil,
                    words.popFirst() == nil
                {
                    openOption = option
                }
            }
        }
    }

    /// The commands' names, or their second words if the first is typed already.
    private static func names(after words: [String], of subcommands: [Subcommand]) -> [Candidate] {
        let start = words.map { $0 + " " }.joined()
        var names: [(String, String)] = []
        for subcommand in subcommands where subcommand.name.hasPrefix(start) {
            let rest = subcommand.name.dropFirst(start.count).split(separator: " ")
            guard let name = rest.first.map(String.init), !names.contains(where: { $0.0 == name }) else { continue }
            let parts = subcommands.filter { $0.name.hasPrefix("\(start)\(name) ") }
            let isWhole = subcommand.name == start + name
            names.append(
                (
                    name,
                    isWhole
                        ? subcommand.summary
                        : parts.map { String($0.name.dropFirst(start.count + name.count + 1)) }.joined(separator: ", ")
                ))
        }
        return names.map(Candidate.word)
    }

    private static func options(_ options: [Subcommand.Option], matching typed: String) -> [Candidate] {
        // In “--option=value” the value is completed.
        if let equals = typed.firstIndex(of: "="),
            let option = options.first(where: { $0.isCalled(String(typed[..<equals])) })
        {
            return values(of: option, beginning: String(typed[...equals]))
        }
        return options.map { .word($0.name, $0.meaning) }
    }

    private static func values(of option: Subcommand.Option, beginning: String) -> [Candidate] {
        option.value.map { named($0, beginning) } ?? []
    }

    /// The candidates for a placeholder of the help. Words with bars between them are themselves the candidates.
    private static func named(_ name: String, _ beginning: String) -> [Candidate] {
        switch name {
        case "FILE": [.files]
        case "DIR": [.folders]
        case "FEED": [.feeds]
        case "TAG": [.tags]
        case "NAME": [.queries]
        case "SETTING": Setting.all.map { .word($0.name, $0.help) }
        case let name where name == name.uppercased(): []
        default: name.split(separator: "|").map { .word(beginning + $0, "") }
        }
    }
}

extension Subcommand {
    /// Used by the shells' completion scripts. The words follow `--`, so that none counts as an option.
    static let complete = Subcommand(
        name: "complete", operands: "[WORD…]", summary: "print completions for a command line"
    ) { arguments in
        let typed = arguments.operands.last ?? ""
        for candidate in Completion(arguments.operands).candidates {
            switch candidate {
            case .files: arguments.output.line(":files")
            case .folders: arguments.output.line(":folders")
            case .word(let word, let meaning): if word.hasPrefix(typed) { arguments.output.columns(word, meaning) }
            case .feeds:
                for feed in (try? library(arguments).feeds()) ?? [] {
                    arguments.output.columns(feed.shownURL, feed.name)
                }
            case .queries:
                for query in (try? library(arguments).queries()) ?? [] where query.name.first != ":" {
                    arguments.output.columns(query.name)
                }
            case .tags:
                // A script would take the others for instructions.
                for tag in (try? library(arguments).tags()) ?? [] where tag.name.first != ":" {
                    arguments.output.columns(tag.name)
                }
            }
        }
        return 0
    }

    private static func library(_ arguments: Arguments) throws -> Library {
        try Subscriptions(reading: arguments).library
    }
}
