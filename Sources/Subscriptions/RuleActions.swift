package import Configuration
import Dispatch
package import Library
import Signals
import System
import URLs

/// Applies the config file's rules to new items. After a refresh it runs the actions outside the library: notifications
/// and commands.
package final class RuleActions: Sendable {
    private let library: Library
    private let print: @Sendable (Article, FeedName?) -> String
    private let tell: @Sendable ([Article]) -> Void
    private let complain: @Sendable (String) -> Void
    private let firings = Locked<[RuleFiring]>([])
    private let programs = Programs(atOnce: 1)
    /// A separate queue, since it waits for the commands to end, one after another.
    private let queue = DispatchQueue(label: "lede.rules")
    /// The most items that one run of a command reads. It runs again for the rest.
    private static let mostItems = 1000

    /// Commands read the result of `print` for each item. All closures are called on this object's queue.
    package init(
        _ library: Library, _ config: Config, _ urls: UrlsList,
        print: @escaping @Sendable (Article, FeedName?) -> String,
        tell: @escaping @Sendable ([Article]) -> Void, complain: @escaping @Sendable (String) -> Void
    ) {
        self.library = library
        self.print = print
        self.tell = tell
        self.complain = complain
        follow(config, urls)
        library.ruleFirings.onNext { [firings] firing in firings.withLock { $0.append(firing) } }
    }

    /// Adopts the rules of changed files.
    package func follow(_ config: Config, _ urls: UrlsList) {
        let enqueueing = urls.enqueueing(all: config.isOn(.podcastAutoEnqueue), downloader: config.text(.downloader))
        library.follow(rules: config.rules.rules + enqueueing.rules)
    }

    /// Runs all pending actions, and waits for them.
    package func act() { queue.sync { actByAll() } }

    /// Runs all pending actions without waiting.
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

    /// Returns all items of each rule, in the order in which the rules first matched.
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

    /// Passes the printed items on standard input, one per line: nothing from a feed becomes part of a command. It
    /// waits for the command, so that commands that append to a file keep the order.
    private func run(_ command: String, of rule: Rule, on articles: [Article]) throws(LibraryFailure) {
        var program = Program(shell: command)
        let feeds = try library.feedNames()
        program.input = articles.flatMap { Array((print($0, feeds[$0.item.feed]) + "\n").utf8) }
        let result = awaited { finish in programs.run(program) { finish($0) } }
        if case .failure(let failure)? = result { complain("\(rule.place): \(failure.withAdvice)") }
    }
}

extension Config {
    /// The rules for new items in the order of their lines, and the problems of invalid ones.
    package var rules: (rules: [Rule], problems: [ConfigProblem]) {
        var rules: [Rule] = []
        var problems: [ConfigProblem] = []
        for line in lines(named: "on", "ignore-article") {
            guard let words = line.operands.first else { continue }
            do throws(FilterProblem) {
                rules.append(
                    try line.name == "on"
                        ? Rule(words.text, place: words.place.short)
                        : Rule(ignoringArticles: words.text, place: words.place.short))
            } catch {
                let place = ConfigPlace(
                    path: words.place.path, line: words.place.line, column: words.place.column + error.column - 1)
                problems.append(ConfigProblem(at: place, error.reason))
            }
        }
        return (rules, problems)
    }
}

extension UrlsList {
    /// The rules that queue new episodes, of all feeds or of those with the option, and the problems of invalid filters.
    /// Feeds of the hosts of `downloader` need no files.
    package func enqueueing(all: Bool, downloader: String = "") -> (rules: [Rule], problems: [UrlsProblem]) {
        var rules: [Rule] = []
        var problems: [UrlsProblem] = []
        let own = feeds.filter { $0.options?.enqueue != nil }
        if all, let rule = try? Rule(enqueueing: nil, of: nil, except: own.map(\.url), place: "podcast-auto-enqueue") {
            rules.append(rule)
        }
        for feed in own {
            guard let text = feed.options?.enqueue, text != "no" else { continue }
            let pagesPlay = !downloader.isEmpty && WebURL(feed.url)?.host.map(HostList(downloader).allows) == true
            do throws(FilterProblem) {
                rules.append(
                    try Rule(
                        enqueueing: text == "yes" ? nil : text, of: feed.url, pagesPlay: pagesPlay,
                        place: "urls:\(feed.line)"))
            } catch {
                problems.append(UrlsProblem(line: feed.line, column: 1, reason: "enqueue: \(error)"))
            }
        }
        return (rules, problems)
    }
}

extension ConfigPlace {
    /// The source of an action as shown to the user: `config:12`.
    fileprivate var short: String { "\(path.split(separator: "/").last ?? ""):\(line)" }
}
