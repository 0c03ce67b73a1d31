import CLinux
import Configuration
import Dispatch
import Glibc
import Library
import Refresh
import Signals
import Subscriptions
import Syncing
import System
import Terminal
import TerminalUI
import Typesetting
import ViewModels

/// Opens the reader: the library, the models over it, and the screen that shows them.
///
/// Keeps alive what lasts as long as the reader.
@MainActor final class ReaderOpening {
    nonisolated static let options = [
        Subcommand.Option(name: "--starter-feeds", meaning: "add the starter feeds if you have none"),
        Subcommand.Option(name: "--version", letters: ["-v", "-V"], meaning: "print the version")
    ]

    let library: Library
    let model: ReaderModel
    let screen: ReaderTerminal
    private let follower: ConfigFollower
    private let settings = ScopedDisposable()

    static func open(_ arguments: Arguments) throws -> Never {
        TerminalEvents.holdNews()
        let environment = arguments.environment
        let complain: @Sendable (String) -> Void = { arguments.output.complain($0) }
        let reader = try ReaderOpening(
            arguments.paths(), environment, withStarterFeeds: arguments.has("--starter-feeds"),
            on: { try terminal(environment) }, complain: complain, finish: { finish($0, complain: complain) },
            end: { LedeCommand.end($0) })
        reader.settings.add(
            reader.model.refresh.finished.onNext { [library = reader.library] _ in tidyUpLater(library) })
        // Runs the main queue.
        withExtendedLifetime(reader) { reader.screen.run() }
    }

    /// Opens the reader on a terminal. When the user quits or the system ends the process, the user's changes are
    /// written, which it complains of if it can't be done, the rules get to `finish` their actions, and `end` gets the
    /// exit code.
    init(
        _ paths: Paths, _ environment: [String: String], withStarterFeeds: Bool = false,
        on terminal: () throws -> Terminal, complain: @escaping (String) -> Void,
        finish: @escaping (RuleActions) -> Void, end: @escaping (Int32) -> Void
    ) throws {
        try PrivateFiles.makeDirectory(paths.dataDirectory)
        let library = try Library(paths)
        let files = ReaderFiles(paths)
        let config = files.config.config
        let refresher = Refresher(library: library, settings: RefreshSettings(config, paths))
        let syncer = Syncer(library)
        let programs = Programs()
        let model = ReaderModel(
            library: library, refresher: refresher, syncer: syncer, paths: paths, config: config)
        model.actions.subscribing.offerImports(from: environment, judge: \.verdict)
        let terminal = try terminal()
        let notices = Notifications(model, library, on: terminal)
        let rules = Self.ruleActions(of: model, library, config, notices)
        screen = ReaderTerminal(model, on: terminal, environment: environment) { code in
            model.refresh.stop()
            refresher.drain()
            // The user's last changes may still wait to be written. The model goes first, as it writes to the library.
            model.settle()
            library.settle()
            model.sync.sendLast()
            if let obstacle = library.obstacle {
                complain("can't save your last changes: \(obstacle)")
            }
            // The next start must not report these items as new again.
            finish(rules)
            notices.settle()
            end(code)
        }
        (self.library, self.model) = (library, model)
        if withStarterFeeds, model.screen == .welcome { model.perform(.startWithStarterFeeds) }
        screen.open()
        // Before other threads read, since two reading at once open a connection each.
        model.handleStart()
        // Not earlier, as it reads all feeds.
        do { try library.watchOtherProcesses() } catch { model.session.say(.unwatched(error)) }
        library.keepSearchIndexed()
        model.actions.settings.cleanUpLibrary()
        follower = ConfigFollower(model, files, paths: paths, problems: \.allProblems)
        settings.add(
            model.session.$config.combined(with: model.subscriptions.listToFollow).signal.onNext { config, urls in
                let settings = RefreshSettings(config, urls, paths)
                refresher.settings = settings
                syncer.settings = SyncSettings(
                    config, urls, settings, paths, running: programs, for: library)
                MainQueue.async { model.sync.watchFolder() }
            })
        settings.add(
            model.session.$config.combined(with: model.subscriptions.listToFollow).signal.onNext {
                rules.follow($0, $1)
            })
        for results in [model.refresh.stalled, model.refresh.finished] {
            settings.add(results.onNext { _ in rules.actSoon() })
        }
        model.startRefreshing()
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
        of model: ReaderModel, _ library: Library, _ config: Config, _ notices: Notifications
    ) -> RuleActions {
        @Sendable func onMain(_ work: @escaping @MainActor () -> Void) {
            MainQueue.async(work)
        }
        let rules = RuleActions(library, config, model.subscriptions.list) { articles in
            guard let notice = NewsNotice(articles) else { return }
            notices.tellByProgram(notice)
            onMain {
                model.actions.refreshing.sayAfterRefresh(.done(notice.text))
                notices.show(notice)
            }
        } complain: { problem in
            onMain { model.actions.refreshing.reportAfterRefresh(trouble: problem) }
        }
        return rules
    }

    /// Lets rules finish their actions. Waits for a slow command unless the user presses Ctrl-C.
    private static func finish(_ rules: RuleActions, complain: @escaping @Sendable (String) -> Void) {
        let interruption = StopSignals(by: [SIGINT]) { LedeCommand.end(128 + SIGINT) }
        let word = DispatchWorkItem { @Sendable in
            complain("waiting for a rule's command: press Ctrl-C to quit without it")
        }
        interruption.queue.asyncAfter(deadline: .now() + 1, execute: word)
        withExtendedLifetime(interruption) { rules.act() }
        word.cancel()
    }

    static func usesColor(_ environment: [String: String]) -> Bool { environment["NO_COLOR", default: ""].isEmpty }

    private static func terminal(_ environment: [String: String]) throws -> Terminal {
        do {
            return try Terminal(TerminalDevice(environment), usesColor: usesColor(environment), width: CellWidth.of)
        } catch .noTerminal {
            throw CommandFailure(message: TerminalFailure.noTerminal.description, exitCode: 2)
        }
    }
}

/// How the C library's allocator, which Swift uses, returns memory to the system.
enum Allocator {
    /// Keeps little of the memory that a refresh frees. Called at the start of the program.
    ///
    /// By default glibc takes ever larger blocks from its heaps after some were freed, and documents of a megabyte
    /// leave holes that nothing fits. Blocks of at least this size get pages of their own, which return to the system
    /// when freed. Also, each thread's heap keeps memory that the thread once used. One heap for each core serves the
    /// parsing and storing threads; with one more, the main thread's memory isn't scattered among theirs.
    static func limitMemory() {
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        mallopt(M_ARENA_MAX, Int32(clamping: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1))
    }

    /// Returns the empty pages of the heaps, which takes a few milliseconds.
    static func giveBack() { malloc_trim(0) }
}

/// The code of C libraries. Those for the network and XML are used only during a refresh, after which they are 11 of 33 MB.
enum LibraryCode {
    /// Releases its pages from memory. When called again, they return from the kernel's file cache, 64 KB at a time.
    static func giveBack() {
        // Nothing is unloaded during this call, so the addresses stay valid.
        dl_iterate_phdr(
            { object, _, _ in
                // The program itself has no name. Its code stays, as showing articles and following keys needs it.
                guard let object = object?.pointee, object.dlpi_name.pointee != 0 else { return 0 }
                for segment in UnsafeBufferPointer(start: object.dlpi_phdr, count: Int(object.dlpi_phnum))
                where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
                    LibraryCode.giveBack(from: object.dlpi_addr + segment.p_vaddr, byteCount: segment.p_memsz)
                }
                return 0
            }, nil)
    }

    /// Releases whole pages: a segment has its pages to itself, from the start of the first to the end of the last.
    private static func giveBack(from start: UInt64, byteCount: UInt64) {
        let page = UInt64(sysconf(Int32(_SC_PAGESIZE)))
        let first = start & ~(page - 1)
        madvise(UnsafeMutableRawPointer(bitPattern: UInt(first)), Int(start + byteCount - first), MADV_DONTNEED)
    }
}
