import Configuration
import Dispatch
import FoundationEssentials
import Library
import Refresh
import Signals
import Subscriptions
import Syncing
import System
import TerminalUI
import ViewModels

extension Subcommand {
    static let refresh = Subcommand(
        name: "refresh", operands: "[FEED…]", summary: "fetch new items",
        details: [
            """
            Fetches all feeds and syncs with your feed servers and your shared folder, or fetches only the feeds you name. Skips a feed if its server asked lede to wait; if you name it on a terminal, asks you first. Also skips feeds that \
            are paused, or gone for good, unless you name them. Standard error lists failed and skipped feeds.
            """,
            """
            A feed is due when lede expects something new in it: “lede doctor FEED” shows when that is.
            """
        ],
        options: [Option(name: "--due", meaning: "only feeds that are due"), .json],
        examples: [Example(line: "lede refresh --due", meaning: "fetch only due feeds, from cron or a timer")],
        exits: [
            Exit(code: 0, meaning: "no feed failed; some may have been skipped"),
            Exit(code: 1, meaning: "some feeds failed")
        ]
    ) { arguments in
        let (paths, output) = (try arguments.paths(), arguments.output)
        let subscriptions = try Subscriptions(arguments)
        var feeds = try subscriptions.feeds(named: arguments.operands)
        let config = Config.read(paths)
        let folder = FolderSettings(config, paths, followedBy: subscriptions.library)
        try subscriptions.library.follow(folder: folder.map { .folder($0.path) })
        let hasAccounts = arguments.operands.isEmpty && (!subscriptions.list.accounts.isEmpty || folder != nil)
        if feeds.isEmpty, !hasAccounts {
            throw CommandFailure.failed("no feeds in \(subscriptions.urls.path): add one with “lede add URL”")
        }
        if arguments.has("--due") { feeds = try subscriptions.library.due(among: feeds, at: Date()) }
        for problem in config.allProblems { output.complain(problem.description) }
        for warning in subscriptions.list.warnings { output.complain(warning) }
        let notifier = NotifyProgram(complain: output.complain)
        let rules = RuleActions(subscriptions.library, config, subscriptions.list) { articles in
            for article in articles { output.columns(article.feedName, article.item.title) }
            if let notice = NewsNotice(articles) { notifier.tell(notice, by: config) }
        } complain: { problem in
            output.complain(problem)
        }
        let overridesWaits = try !arguments.operands.isEmpty && agreesToAsk(feeds, arguments)
        let housekeeping = Housekeeping(subscriptions.library)
        let report = RefreshReport(
            feeds, output, asJSON: arguments.has("--json"), areNamed: !arguments.operands.isEmpty)
        // Nobody waits for it: what is left at the end is searched as it is, and indexed next time.
        subscriptions.library.keepSearchIndexed(atOnce: true)
        let refresher = Refresher(
            library: subscriptions.library, settings: RefreshSettings(config, subscriptions.list, paths))
        // Naming a feed fetches it even if it isn't due.
        let refresh = refresher.refresh(
            feeds, insisting: !arguments.operands.isEmpty, overridingWaits: overridesWaits)
        let interruption = StopSignals.receiving(refresh, until: arguments.surroundings.stopSignals) {
            report.handle($0)
        }
        refresher.drain()
        var code: Int32 = 0
        if hasAccounts, interruption.exitCode == nil {
            code = try AccountSync(
                subscriptions: subscriptions, config: config, paths: paths, surroundings: arguments.surroundings,
                asJSON: arguments.has("--json"), isInsisting: false
            ).run()
        }
        rules.act()
        if let notice = try report.notice(config, in: subscriptions.library) { notifier.tell(notice, by: config) }
        notifier.wait()
        try housekeeping.run(config, subscriptions.list, paths, at: Date())
        subscriptions.library.settle()
        return interruption.exitCode.map(report.stop) ?? max(report.close(), code)
    }

    /// Whether the user, if at a terminal, wants feeds to be fetched although their servers asked lede to wait.
    private static func agreesToAsk(_ feeds: [Feed], _ arguments: Arguments) throws(CommandFailure) -> Bool {
        let dialogue = Dialogue(input: arguments.surroundings.input.descriptor, output: arguments.output)
        let now = Date()
        let waits = feeds.compactMap { $0.fetching.wait(at: now)?.until }
        guard dialogue.isPossible, let last = waits.max() else { return false }
        let servers = waits.count == 1 ? "Its server" : "The servers of \(waits.count) feeds"
        return try dialogue.agrees(
            "\(servers) asked lede to wait until \(LocalTime(last).brief(at: now)). Fetch anyway?")
    }
}

/// Prints the results of a refresh, feed by feed.
private final class RefreshReport: Sendable {
    private let feeds: [FeedID: Feed]
    private let output: Output
    private let asJSON: Bool
    /// Whether the user has named the feeds.
    private let areNamed: Bool
    private let progress = Locked(RefreshProgress())
    private let notes = Locked<[FeedID: FeedNote]>([:])

    init(_ feeds: [Feed], _ output: Output, asJSON: Bool, areNamed: Bool) {
        self.feeds = Dictionary(uniqueKeysWithValues: feeds.map { ($0.id, $0) })
        self.output = output
        self.asJSON = asJSON
        self.areNamed = areNamed
    }

    func handle(_ event: RefreshEvent) {
        switch event {
        case .began: break
        case .noted(let id, let note): notes.withLock { $0[id] = note }
        case .finished(let id, let outcome): if let feed = feeds[id] { tell(feed, outcome) }
        case .progress(let progress):
            self.progress.withLock { $0 = progress }
            output.progress(progress.line)
        }
    }

    /// The notification of the new items, if any is due.
    func notice(_ config: Config, in library: Library) throws -> NewsNotice? {
        let progress = progress.withLock { $0 }
        return NewsNotice(
            config, new: progress.newItems, inFeeds: progress.feedsWithNews,
            unread: try library.counts(of: .all).unread, of: try library.feeds())
    }

    /// Ends the progress line; the exit code says whether every feed was fetched.
    func close() -> Int32 {
        output.endProgress()
        let progress = progress.withLock { $0 }
        if let obstacle = progress.obstacle { output.complain(obstacle.description) }
        return progress.failed == 0 && progress.obstacle == nil ? 0 : 1
    }

    /// Ends the progress line after an interruption, and returns the exit code for it.
    func stop(_ exitCode: Int32) -> Int32 {
        output.endProgress()
        let progress = progress.withLock { $0 }
        output.complain("stopped after \(progress.done) of \(progress.total) feeds, keeping what has arrived")
        return exitCode
    }

    private func tell(_ feed: Feed, _ outcome: FeedOutcome) {
        let note = notes.withLock { $0.removeValue(forKey: feed.id) }
        if asJSON { return output.line(outcome.json(url: feed.shownURL, note)) }
        guard let words = outcome.reason(isNamed: areNamed) ?? note?.description else { return }
        output.progress("")
        output.complain("\(feed.shownURL): \(words)")
    }
}

extension RefreshProgress {
    fileprivate var line: String {
        let current = current.isEmpty ? "" : " · \(current.joined(separator: ", "))"
        let failed = failed == 0 ? "" : ", \(failed) failed"
        let skipped = leftOut == 0 ? "" : ", \(leftOut) skipped"
        return "\(done)/\(total.counted("feed")), \(newItems) new\(failed)\(skipped)\(current)"
    }
}

extension FeedOutcome {
    /// Why nothing was fetched, if that needs saying. A reader that fetches the feed meanwhile is nothing to mail.
    fileprivate func reason(isNamed: Bool) -> String? {
        switch self {
        case .fetched(.failed(let reason, _)): reason
        case .fetched: nil
        case .leftOut(let reason) where reason.isOfAll || reason == .anotherLede && !isNamed: nil
        case .leftOut(let reason): "skipped: \(reason)"
        }
    }

    fileprivate func json(url: String, _ note: FeedNote?) -> JSON {
        let members: KeyValuePairs<String, JSON> =
            switch self {
            case .fetched(.document(let stored)):
                ["result": .string("stored"), "new": .integer(stored.new), "changed": .integer(stored.changed)]
            case .fetched(.unchanged), .fetched(.sentAgain): ["result": .string("unchanged")]
            case .fetched(.failed(let reason, _)): ["result": .string("failed"), "error": .string(reason)]
            case .leftOut(let reason): ["result": .string("left out"), "reason": .string(reason.description)]
            }
        let noted = note.map { [("note", JSON.string($0.description))] } ?? []
        return .members([("url", .string(url))] + members.map { ($0.key, $0.value) } + noted)
    }
}
