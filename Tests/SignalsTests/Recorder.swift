import Dispatch
import Signals
import System

/// Records a signal's events in order, and lets a test wait for them.
final class Recorder<Value: Sendable, Failure: Error>: Disposable {
    private let recorded = Locked<[Event<Value, Failure>]>([])
    private let arrivals = DispatchSemaphore(value: 0)
    private let end = DispatchSemaphore(value: 0)
    private let subscription = CompositeDisposable()

    init(_ signal: Signal<Value, Failure>) {
        let work = signal.subscribe { [recorded, arrivals, end] event in
            recorded.withLock { $0.append(event) }
            arrivals.signal()
            if event.isEnd { end.signal() }
        }
        subscription.add(work)
    }

    var events: [Event<Value, Failure>] { recorded.withLock { $0 } }

    var values: [Value] {
        events.compactMap { event in
            if case .next(let value) = event { value } else { nil }
        }
    }

    /// Waits for `count` more events, and returns whether they came.
    func wait(for count: Int) async -> Bool {
        for _ in 0..<count where await !arrivals.arrives() { return false }
        return true
    }

    /// Waits for the end, and returns whether it came.
    func waitForEnd() async -> Bool { await end.arrives() }

    func dispose() { subscription.dispose() }
}
