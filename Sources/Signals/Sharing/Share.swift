import Locks

extension Signal {
    /// One subscription for all who are subscribed: it starts with the first of them and is disposed of with the last.
    ///
    ///     source      --1--2--3--|
    ///     subscribed  --1--2--3--|
    ///     and later        ^--3--|
    ///
    /// Who comes when nobody is there, or after an end, begins anew.
    public func share() -> Signal {
        let shared = Shared(self)
        return Signal(serial: { receive, subscription in shared.join(receive, subscription) })
    }
}

/// The work of a signal, under way for as long as there is somebody to hear of it.
private final class Shared<Value: Sendable, Failure: Error>: Sendable {
    typealias Work = Signal<Value, Failure>

    /// One time that the work is done, from its first subscriber to its end or to its last one.
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
        // Before anybody hears of the end: who then subscribes once more begins anew.
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
