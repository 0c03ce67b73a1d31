import Configuration
import Library
import Signals
import Subscriptions
import System

/// Undoes and redoes changes in the library and the urls file. Keys wait for that.
@MainActor final class Undoing: ReaderPart {
    unowned let reader: ReaderModel

    init(_ reader: ReaderModel) {
        self.reader = reader
    }

    func undo(ofRules: Bool = false) {
        let again = session.key(.redo)
        performStep("Undoing", undone: true, ofRules: ofRules) { words in
            words.map { "Undid: \($0) (\(again) to redo)" }
                ?? (ofRules ? "No changes by rules to undo" : "Nothing to undo")
        }
    }

    func redo() {
        performStep("Redoing", undone: false) { words in
            words.map { "Redid: \($0)" } ?? "Nothing to redo"
        }
    }

    /// Undoes or redoes `count` steps, and stops at the first failure.
    func perform(_ count: Int, undone: Bool, finish: @escaping @MainActor @Sendable () -> Void) {
        session.change(undone ? "Undoing" : "Redoing") { [weak self] goOn in
            self?.performNext(of: count, undone: undone) { taken, problem in
                let words = "\(undone ? "Undid" : "Redid") \(taken.counted("step"))"
                self?.session.status = problem.map { .problem("\(words), then failed: \($0)") } ?? .done(words)
                finish()
                goOn()
            }
        }
    }

    private func performNext(
        of count: Int, undone: Bool, after taken: Int = 0,
        finish: @escaping @MainActor @Sendable (_ taken: Int, _ problem: String?) -> Void
    ) {
        guard taken < count else { return finish(taken, nil) }
        performOne(undone: undone) { [weak self] outcome in
            switch outcome {
            case .success(let outcome?):
                self?.show(outcome, undone: undone, choosing: false)
                self?.performNext(of: count, undone: undone, after: taken + 1, finish: finish)
            case .success(nil): finish(taken, nil)
            case .failure(let error): finish(taken, "\(error)")
            }
        }
    }

    /// Undoes or redoes one step, and passes its outcome to `tell`.
    private func performOne(undone: Bool, ofRules: Bool = false, _ tell: @escaping @MainActor @Sendable (Taken) -> Void)
    {
        reader.subscriptions.perform(
            undone ? .undo(ofRules: ofRules) : .redo,
            finish: { [news = session.news] outcome in MainQueue.async { news.whenHeard { tell(.success(outcome)) } } },
            finishWithFile: tell)
    }

    /// The outcome of a step; nil if there was none to take.
    private typealias Taken = Result<StepOutcome?, any Error>

    /// Undoes or redoes one step while keys wait. Shows the outcome, with the cursor on a feed that came back.
    private func performStep(
        _ action: String, undone: Bool, ofRules: Bool = false,
        _ words: @escaping @MainActor @Sendable (String?) -> String
    ) {
        // A removed feed is in the old list, and an added one in the new list.
        session.change(action) { [weak self, listed = reader.feeds.all] finish in
            guard let self else { return }
            let number = session.changesBegun
            performOne(undone: undone, ofRules: ofRules) { [weak self] taken in
                defer { finish() }
                guard let self else { return }
                do {
                    let outcome = try taken.get()
                    if let outcome { self.show(outcome, undone: undone, choosing: self.session.isAwaited(number)) }
                    let known = listed + self.reader.feeds.all
                    self.session.status = .done(
                        words(outcome.map { $0.words(naming: { id in known.first { $0.id == id }?.displayName }) }))
                } catch {
                    self.session.status = .problem(error)
                }
            }
        }
    }

    /// Shows the outcome of a step. If the user hasn't waited, the cursor stays where it is.
    private func show(_ outcome: StepOutcome, undone: Bool, choosing isAwaited: Bool) {
        reader.feeds.reload(outcome.action.isOfItems ? .counts : .everything)
        // The urls file may be as it was when lede last read it, so that nothing else notices.
        if !outcome.action.isOfItems { reader.actions.refreshing.handleChangedFeeds() }
        guard isAwaited else { return }
        reader.forgetLostRows()
        reader.showFirstScreen()
        if reader.screen == .feeds, let query = outcome.action.query(undone: undone) {
            return reader.feeds.choose(.query(query))
        }
        guard let feed = outcome.feedsThatCame(undone: undone).first else { return }
        if reader.screen == .feeds {
            reader.feeds.choose(feed)
        } else if reader.screen == .failures {
            reader.failures.choose(feed)
        }
    }
}

extension StepOutcome {
    /// The feeds that this undo or redo has added.
    fileprivate func feedsThatCame(undone: Bool) -> [FeedID] {
        switch action {
        case .unsubscribed(let feeds, _) where undone, .removedElsewhere(let feeds, _) where undone: feeds
        case .subscribed(let feeds, _) where !undone: feeds
        default: []
        }
    }
}

extension Step.Action {
    /// The name of the saved search that this undo or redo has added.
    fileprivate func query(undone: Bool) -> String? {
        guard case .edited(let edit) = self, let said = undone ? edit.before : edit.after,
            let words = RemovedFeed(text: said)?.url.split(separator: ":", maxSplits: 2), words.count == 3,
            words[0] == "query"
        else { return nil }
        return String(words[1])
    }

    /// Whether it changes only the counts of feeds.
    fileprivate var isOfItems: Bool {
        switch self {
        case .marked, .ruled, .synced, .opened: true
        case .subscribed, .unsubscribed, .removedElsewhere, .imported, .renamed, .edited, .moved: false
        }
    }
}
