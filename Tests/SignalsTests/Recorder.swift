import Dispatch
import Foundation
import Signals
import System
import TestSupport

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

extension Signal {
    /// A cold signal that sends these events at once on subscription, then nothing more.
    static func sending(_ events: [Event<Value, Failure>]) -> Signal {
        Signal { observer in
            for event in events { observer.send(event) }
            return nil
        }
    }

    static func sending(_ events: Event<Value, Failure>...) -> Signal { sending(events) }

    /// The events that a subscriber gets at once.
    var told: [Event<Value, Failure>] { Recorder(self).events }

    var toldValues: [Value] { Recorder(self).values }
}

/// A failure for signals to end in.
enum Trouble: Error, Equatable {
    case line
    case power
}

extension DispatchSemaphore {
    /// Waits for a signal, and returns whether one came. The limit is for what is stuck: a busy machine takes minutes for
    /// what is done in a moment otherwise.
    func waitForSignal() -> Bool { wait(timeout: .now() + Deadline.patience) == .success }

    /// Waits on its own thread, because the awaited task may need the thread of this call.
    func arrives() async -> Bool {
        await withCheckedContinuation { arrived in
            DispatchQueue(label: "waiting").async { arrived.resume(returning: self.waitForSignal()) }
        }
    }
}

/// Whether work finishes, on its own thread, which may stay stuck.
func comesToAnEnd(_ work: @escaping @Sendable () -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        work()
        end.signal()
    }
    return end.waitForSignal()
}

/// Counts events from any thread.
final class Counter: Sendable {
    private let state = Locked(0)

    var count: Int { state.withLock { $0 } }

    func increment() { state.withLock { $0 += 1 } }
}

/// Counts how many of its kind are still held.
final class Tracked: Sendable {
    private let live: Locked<Int>

    init(_ live: Locked<Int>) {
        self.live = live
        live.withLock { $0 += 1 }
    }

    deinit { live.withLock { $0 -= 1 } }

    func pass(_ number: Int) -> Int { number }
}
