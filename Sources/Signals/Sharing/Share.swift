import Locks

extension Signal {
    /// Makes one subscription serve all subscribers. It starts with the first of them and is disposed of with the last.
    ///
    ///     source      --1--2--3--|
    ///     subscribed  --1--2--3--|
    ///     and later        ^--3--|
    ///
    /// A subscriber that comes when there are no others, or after an end, starts the work again.
    public func share() -> Signal {
        let shared = Shared(self)
        return Signal(serial: { receive, subscription in shared.join(receive, subscription) })
    }
}

/// The shared work of a signal, which runs while there are subscribers.
private final class Shared<Value: Sendable, Failure: Error>: Sendable {
    typealias Work = Signal<Value, Failure>

    /// One run of the work, from its first subscriber to its end or to its last subscriber.
    private final class Run: Sendable {
        let subject = Subject<Value, Failure>()
        let subscription = CompositeDisposable()
    }

    private struct State: Sendable {
        var run: Run?
        var subscribers = 0
    }

    private let work: Work
    private let state = Locked(State())

    init(_ work: Work) {
        self.work = work
    }

    func join(_ receive: @escaping Work.Receive, _ subscription: CompositeDisposable) {
        let (run, isFirst) = state.withLock { state in
            let isFirst = state.run == nil
            let run = state.run ?? Run()
            state.run = run
            state.subscribers += 1
            return (run, isFirst)
        }
        run.subject.signal.start(receive, subscription)
        subscription.add { self.leave(run) }
        if isFirst { work.start(in: run.subscription) { self.tell($0, in: run) } }
    }

    private func tell(_ event: Event<Value, Failure>, in run: Run) {
        // Reset before anybody gets the end: a subscriber that then subscribes again starts a new run.
        if event.isEnd { state.withLock { if $0.run === run { $0 = State() } } }
        run.subject.send(event)
    }

    private func leave(_ run: Run) {
        let isLast = state.withLock { state in
            guard state.run === run else { return false }
            state.subscribers -= 1
            if state.subscribers > 0 { return false }
            state = State()
            return true
        }
        if isLast { run.subscription.dispose() }
    }
}
