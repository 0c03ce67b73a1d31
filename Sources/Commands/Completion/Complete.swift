import Library
import Subscriptions

extension Verb {
    /// Used by the shells' completion scripts. The words follow `--`, so that none counts as an option.
    static let complete = Verb(
        name: "complete", operands: "[WORD…]", summary: "print completions for a command line"
    ) { arguments in
        let typed = arguments.operands.last ?? ""
        for candidate in Completion(arguments.operands).candidates {
            switch candidate {
            case .files: Output.line(":files")
            case .folders: Output.line(":folders")
            case .word(let word, let meaning): if word.hasPrefix(typed) { Output.columns(word, meaning) }
            case .feeds:
                for feed in (try? library(arguments).feeds()) ?? [] { Output.columns(feed.shownURL, feed.name) }
            case .queries:
                for query in (try? library(arguments).queries()) ?? [] { Output.columns(query.name) }
            case .tags:
                for tag in (try? library(arguments).tags()) ?? [] { Output.columns(tag.name) }
            }
        }
        return 0
    }

    private static func library(_ arguments: Arguments) throws -> Library {
        try Subscriptions(reading: arguments.paths()).library
    }
}
