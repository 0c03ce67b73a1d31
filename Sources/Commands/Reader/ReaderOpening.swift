import Configuration
import Dispatch
import Files
import Glibc
import Library
import MainQueue
import Processes
import Refresh
import Signals
import Subscriptions
import Syncing
import Terminal
import TerminalUI
import Typesetting
import ViewModels

/// Opens the reader: the library, the models over it, and the screen that shows them.
@MainActor enum ReaderOpening {
    nonisolated static let options = [
        Verb.Option(name: "--starter-feeds", meaning: "add the starter feeds if you have none"),
        Verb.Option(name: "--version", letters: ["-v", "-V"], meaning: "print the version")
    ]

    static func open(_ arguments: Arguments) throws -> Never {
        TerminalEvents.holdNews()
        let paths = try arguments.paths()
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        let library = try Library(paths)
        let files = ReaderFiles(paths)
        let config = files.config.config
        let refresher = Refresher(library: library, settings: RefreshSettings(config, paths))
        let syncer = Syncer(library)
        let programs = Programs()
        let model = ReaderModel(
            library: library, refresher: refresher, syncer: syncer, paths: paths, config: config)
        model.offerImports(from: arguments.environment, judge: \.verdict)
        let terminal = try terminal(arguments.environment)
        let notices = ReaderNotices(model, library, on: terminal)
        let rules = ruleActions(of: model, library, config, notices)
        let screen = ReaderScreen(model, on: terminal, environment: arguments.environment) { code in
            model.refresh.stop()
            refresher.drain()
            // The user's last changes may still wait to be written. The model goes first, as it writes to the library.
            model.settle()
            library.settle()
            model.sync.sendLast()
            if let obstacle = library.obstacle {
                Output.complain("can't save your last changes: \(obstacle)")
            }
            // The next start must not report these items as new again.
            finish(rules)
            notices.settle()
            LedeCommand.end(code)
        }
        if arguments.has("--starter-feeds"), model.place == .welcome { model.perform(.startWithStarterFeeds) }
        screen.open()
        // Before other threads read, since two reading at once open a connection each.
        model.handleStart()
        // Not earlier, as it reads all feeds.
        do { try library.watchOtherProcesses() } catch { model.say(.unwatched(error)) }
        library.keepSearchIndexed()
        model.cleanUpLibrary()
        let follower = ConfigFollower(model, files, paths: paths, problems: \.allProblems)
        let settings = ScopedDisposable()
        settings.add(
            model.session.$config.combined(with: model.urlsToFollow).signal.onNext { config, urls in
                let settings = RefreshSettings(config, urls, paths)
                refresher.settings = settings
                syncer.settings = SyncSettings(
                    config, urls, settings, paths, running: programs, for: library)
                MainQueue.async { model.sync.watchFolder() }
            })
        settings.add(model.session.$config.signal.onNext { rules.follow($0) })
        settings.add(model.refresh.finished.onNext { _ in tidyUpLater(library) })
        model.startRefreshing()
        // Runs the main queue. Keeps alive what lasts as long as the process.
        withExtendedLifetime((screen, follower, settings)) { screen.run() }
    }

    /// Releases the memory that a refresh used, once its connections are closed and its items are indexed.
    nonisolated private static func tidyUpLater(_ library: Library) {
        library.releaseMemory(after: 70) {
            Allocator.giveBack()
            LibraryCode.giveBack()
        }
    }

    /// Shows the rules' notifications in the status line, and notifies users who look elsewhere.
    private static func ruleActions(
        of model: ReaderModel, _ library: Library, _ config: Config, _ notices: ReaderNotices
    ) -> RuleActions {
        @Sendable func onMain(_ work: @escaping @MainActor () -> Void) {
            MainQueue.async(work)
        }
        let rules = RuleActions(library, config) { articles in
            guard let notice = NewsNotice(articles) else { return }
            notices.tellByProgram(notice)
            onMain {
                model.sayAfterRefresh(.done(notice.text))
                notices.show(notice)
            }
        } complain: { problem in
            onMain { model.reportAfterRefresh(trouble: problem) }
        }
        model.refresh.finished.onNext { _ in rules.actSoon() }
        return rules
    }

    /// Lets rules finish their actions. Waits for a slow command unless the user presses Ctrl-C.
    private static func finish(_ rules: RuleActions) {
        let interruption = StopSignals(by: [SIGINT]) { LedeCommand.end(128 + SIGINT) }
        let word = DispatchWorkItem { @Sendable in
            Output.complain("waiting for a rule's command: press Ctrl-C to quit without it")
        }
        interruption.queue.asyncAfter(deadline: .now() + 1, execute: word)
        withExtendedLifetime(interruption) { rules.act() }
        word.cancel()
    }

    private static func terminal(_ environment: [String: String]) throws -> Terminal {
        do {
            return try Terminal(usesColor: environment["NO_COLOR", default: ""].isEmpty, width: CellWidth.of)
        } catch .noTerminal {
            throw CommandFailure(message: TerminalFailure.noTerminal.description, exitCode: 2)
        }
    }
}
