package import Configuration
import Dispatch
package import Library
import Locks
import Processes
import Signals

/// Applies the rules of the config file to what comes in, and does once a refresh is over what they want done outside the
/// library: it tells of items, and gives them to commands.
package final class RuleActions: Sendable {
    private let library: Library
    private let print: @Sendable (Article, FeedName?) -> String
    private let tell: @Sendable ([Article]) -> Void
    private let complain: @Sendable (String) -> Void
    private let firings = Locked<[RuleFiring]>([])
    private let programs = Programs(atOnce: 1)
    /// Its own, since it waits for one command after the other to end.
    private let queue = DispatchQueue(label: "lede.rules")
    /// A command reads so many items at most, and is run again for those behind them.
    private static let mostItems = 1000

    /// Commands read of each item what `print` makes of it. All closures are called on a queue of these actions.
    package init(
        _ library: Library, _ config: Config, print: @escaping @Sendable (Article, FeedName?) -> String,
        tell: @escaping @Sendable ([Article]) -> Void, complain: @escaping @Sendable (String) -> Void
    ) {
        self.library = library
        self.print = print
        self.tell = tell
        self.complain = complain
        follow(config)
        library.ruleFirings.onNext { [firings] firing in firings.withLock { $0.append(firing) } }
    }

    /// Takes the rules of a config file that has changed.
    package func follow(_ config: Config) { library.follow(rules: config.rules.rules) }

    /// Does what there is to do by now, and waits for it.
    package func act() { queue.sync { actByAll() } }

    /// The same without waiting.
    package func actSoon() { queue.async { self.actByAll() } }

    private func actByAll() {
        for (rule, items) in gathered() {
            let items = Array(items)
            for start in stride(from: 0, to: items.count, by: Self.mostItems) {
                do {
                    try act(by: rule, on: items[start...].prefix(Self.mostItems).compactMap(library.article))
                } catch {
                    complain("\(rule.place): \(error)")
                }
            }
        }
    }

    private func act(by rule: Rule, on articles: [Article]) throws(LibraryFailure) {
        switch rule.action {
        case .run(let command): try run(command, of: rule, on: articles)
        case .notify: tell(articles)
        case .mark: break
        }
    }

    /// All items of each rule, in the order in which rules had some first.
    private func gathered() -> [(Rule, ItemSet)] {
        let firings = firings.withLock { firings in
            defer { firings = [] }
            return firings
        }
        var gathered: [(rule: Rule, items: ItemSet)] = []
        for firing in firings {
            if let index = gathered.firstIndex(where: { $0.rule == firing.rule }) {
                gathered[index].items = gathered[index].items.union(firing.items)
            } else {
                gathered.append((firing.rule, firing.items))
            }
        }
        return gathered
    }

    /// Gives the items as they are printed, one a line, on the standard input: nothing from a feed is ever part of a command.
    /// It waits for the command to end, so that one which adds to a file does so in order.
    private func run(_ command: String, of rule: Rule, on articles: [Article]) throws(LibraryFailure) {
        var program = Program(shell: command)
        let feeds = try library.feedNames()
        program.input = articles.flatMap { Array((print($0, feeds[$0.item.feed]) + "\n").utf8) }
        let end = DispatchSemaphore(value: 0)
        programs.run(program) { [complain] result in
            if case .failure(let failure) = result { complain("\(rule.place): \(failure)") }
            end.signal()
        }
        end.wait()
    }
}
