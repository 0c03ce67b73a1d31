import Locks

extension Signal {
    func shared<Source: HotSource<Value, Failure>>(
        over makeSource: @escaping @Sendable () -> Source, remembersCompletion: Bool
    ) -> Signal {
        let shared = Shared(self, over: makeSource, remembersCompletion: remembersCompletion)
        return Signal(serial: { receive, subscription in shared.join(receive, subscription) })
    }
}

/// The work of a signal, under way for as long as there is somebody to hear of it.
private final class Shared<Source: HotSource>: Sendable {
    typealias Work = Signal<Source.Value, Source.Failure>

    /// One time that the work is done, from its first subscriber to its end or to its last one.
    private final class Run: Sendable {
        let source: Source
        let subscription = CompositeDisposable()

        init(over source: Source) {
            self.source = source
        }
    }

    private struct State: Sendable {
        var run: Run?
        var subscribers = 0
        /// Whether the run is over and kept for who comes late.
        var isComplete = false
    }

    private let work: Work
    private let makeSource: @Sendable () -> Source
    private let remembersCompletion: Bool
    private let state = Locked(State())

    init(_ work: Work, over makeSource: @escaping @Sendable () -> Source, remembersCompletion: Bool) {
        self.work = work
        self.makeSource = makeSource
        self.remembersCompletion = remembersCompletion
    }

    func join(_ receive: @escaping Work.Receive, _ subscription: CompositeDisposable) {
        let (run, isFirst) = state.withLock { state in
            // Our own code makes the source, and calls nobody.
            let isFirst = state.run == nil
            let run = state.run ?? Run(over: makeSource())
            state.run = run
            state.subscribers += 1
            return (run, isFirst)
        }
        run.source.signal.start(receive, subscription)
        subscription.add { self.leave(run) }
        if isFirst { work.start(in: run.subscription) { self.tell($0, in: run) } }
    }

    private func tell(_ event: Event<Source.Value, Source.Failure>, in run: Run) {
        // Before anybody hears of the end: who then subscribes once more begins anew.
        if event.isEnd { conclude(run, with: event) }
        run.source.send(event)
    }

    private func conclude(_ run: Run, with end: Event<Source.Value, Source.Failure>) {
        state.withLock { state in
            guard state.run === run else { return }
            if case .completed = end, remembersCompletion { state.isComplete = true } else { state = State() }
        }
    }

    private func leave(_ run: Run) {
        let isLast = state.withLock { state in
            guard state.run === run, !state.isComplete else { return false }
            state.subscribers -= 1
            if state.subscribers > 0 { return false }
            state = State()
            return true
        }
        if isLast { run.subscription.dispose() }
    }
}
