package import Configuration
import Dispatch
package import Library
import Refresh
import Signals
import System
package import Terminal
package import ViewModels

/// Notifies users who look elsewhere while the reader is open, through their program and the terminal.
package final class Notifications {
    private let model: ReaderModel
    private let terminal: Terminal
    private nonisolated let notifier: NotifyProgram
    private nonisolated let config: Locked<Config>

    package init(_ model: ReaderModel, _ library: Library, on terminal: Terminal) {
        self.model = model
        self.terminal = terminal
        config = Locked(model.session.config)
        notifier = NotifyProgram { problem in
            MainQueue.async { model.actions.refreshing.reportAfterRefresh(trouble: problem) }
        }
        model.session.$config.signal.onNext { [config] changed in config.withLock { $0 = changed } }
        for results in [model.refresh.stalled, model.refresh.finished] {
            results.observe { [weak self] progress in self?.tell(of: progress, library) }
        }
    }

    /// Notifies only through the user's program, from any thread.
    package nonisolated func tellByProgram(_ notice: NewsNotice) { notifier.tell(notice, by: config.withLock { $0 }) }

    /// Waits for the user's program, but not long: one that hangs is left running.
    package func settle() { notifier.wait(atMost: 1) }

    package func show(_ notice: NewsNotice) {
        let config = model.session.config
        if config.isOn(.notifyBeep) { terminal.ring() }
        if config.isOn(.notifyXterm) { terminal.showInTitle(notice.text) }
        if config.isOn(.notifyScreen) { terminal.showInScreen(notice.text) }
    }

    private func tell(of progress: RefreshProgress, _ library: Library) {
        // The end of a stalled refresh that brings nothing more is no news.
        guard isWanted, model.refresh.told == nil || progress.newItems > 0 else { return }
        do {
            let unread = try library.counts(of: .all).unread
            let notice = NewsNotice(
                model.session.config, new: progress.newItems, inFeeds: progress.feedsWithNews, unread: unread,
                of: try library.feeds())
            guard let notice else { return }
            tellByProgram(notice)
            show(notice)
        } catch {
            model.actions.refreshing.reportAfterRefresh(trouble: "\(error)")
        }
    }

    private var isWanted: Bool {
        let config = model.session.config
        return !config.command(.notifyProgram).isEmpty
            || [.notifyBeep, .notifyXterm, .notifyScreen].contains { config.isOn($0) }
    }
}

/// Runs the program of `notify-program` for each notification, one after the other.
package nonisolated final class NotifyProgram: Sendable {
    private let programs = Programs(atOnce: 1)
    private let running = DispatchGroup()
    private let complain: @Sendable (String) -> Void

    /// Calls `complain` on a background queue.
    package init(complain: @escaping @Sendable (String) -> Void) {
        self.complain = complain
    }

    /// Runs the program, if one is set.
    package func tell(_ notice: NewsNotice, by config: Config) {
        let words = config.command(.notifyProgram)
        guard !words.isEmpty else { return }
        if let problem = ExternalCommand.problem(of: .notifyProgram, in: config) {
            return complain("notify-program: \(problem)")
        }
        running.enter()
        programs.run(Program(words + [notice.text])) { [complain, running] result in
            if case .failure(let failure) = result { complain("notify-program: \(failure.withAdvice)") }
            running.leave()
        }
    }

    /// Waits until all programs have ended, or `seconds` have passed.
    package func wait(atMost seconds: Double = .infinity) {
        _ = running.wait(timeout: seconds.isFinite ? .now() + seconds : .distantFuture)
    }
}
