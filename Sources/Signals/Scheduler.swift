public import Dispatch
import System

/// Decides where and when work runs.
public protocol Scheduler: Sendable {
    /// The time on this scheduler's clock, since an arbitrary moment.
    var now: Duration { get }

    /// Runs the work as soon as its turn comes.
    func run(_ work: @escaping @Sendable () -> Void)

    /// Runs the work after `delay`, unless the result is disposed of before.
    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable
}

/// Runs work on a dispatch queue, serial or concurrent, such as the main queue.
public struct QueueScheduler: Scheduler {
    private let queue: DispatchQueue

    public init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    /// Creates a serial queue of its own.
    public init(label: String) {
        self.init(DispatchQueue(label: label))
    }

    public var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

    public func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    public func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        // The queue keeps its block until it is due, but cancelling releases the work at once.
        let pending = PendingWork(work)
        queue.asyncAfter(deadline: .now() + .nanoseconds(max(delay, .zero).nanoseconds)) { pending.run() }
        return pending
    }
}

extension Scheduler where Self == QueueScheduler {
    /// The main queue, which owns the interface.
    public static var main: QueueScheduler { QueueScheduler(.main) }

    /// The given queue, serial or concurrent.
    public static func queue(_ queue: DispatchQueue) -> QueueScheduler { QueueScheduler(queue) }
}

extension Duration {
    /// Whole nanoseconds, rounded up so that nothing comes early, and clamped to an integer.
    fileprivate var nanoseconds: Int {
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int(clamping: rest > 0 ? whole + 1 : whole)
    }
}

extension Signal {
    /// Delivers the same events in the same order, one at a time, on a scheduler.
    ///
    ///     source        --1--2--|
    ///     deliver(on:)  ---1--2--|
    public func deliver(on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let delivery = Delivery(by: scheduler, of: subscription, to: receive)
            // As a part, so that the source stops at its end, and not only when that arrives.
            start(partOf: subscription) { delivery.enqueue($0) }
        })
    }
}

/// Events on their way to a scheduler. A burst of them is one piece of work.
private final class Delivery<Value: Sendable, Failure: Error>: Sendable {
    private struct State: Sendable {
        var waiting: [Event<Value, Failure>] = []
        var isUnderWay = false
    }

    private let scheduler: any Scheduler
    private let subscription: CompositeDisposable
    private let receive: Signal<Value, Failure>.Receive
    private let state = Locked(State())

    init(
        by scheduler: any Scheduler, of subscription: CompositeDisposable,
        to receive: @escaping Signal<Value, Failure>.Receive
    ) {
        self.scheduler = scheduler
        self.subscription = subscription
        self.receive = receive
    }

    func enqueue(_ event: Event<Value, Failure>) {
        let isFirst = state.withLock { state in
            state.waiting.append(event)
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        if isFirst { scheduler.run(deliver) }
    }

    private func deliver() {
        let burst = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for event in burst where !subscription.isDisposed { receive(event) }
        let hasMore = state.withLock { state in
            state.isUnderWay = !state.waiting.isEmpty
            return state.isUnderWay
        }
        // Events that came meanwhile go to the end of the queue, so that a continuous source leaves time for others.
        if hasMore { scheduler.run(deliver) }
    }
}

extension Signal {
    /// Receives the values on the main queue, which owns the interface. A disposed subscription gets none.
    @discardableResult
    public func onMain(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        deliver(on: .main).onNext { value in
            MainQueue.assume { receive(value) }
        }
    }

    /// Starts the work behind the signal on a scheduler, and cleans it up there. The work decides where events arrive.
    ///
    ///     subscribed       s
    ///     source             --1--2--|
    ///     subscribe(on:)   ----1--2--|
    ///
    /// A disposed subscription is over at once; the clean-up waits its turn on the scheduler.
    public func subscribe(on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let work = CompositeDisposable()
            let beginning = PendingWork { start(receive, work) }
            subscription.add {
                beginning.dispose()
                work.dispose(on: scheduler)
            }
            scheduler.run { beginning.run() }
        })
    }
}

/// Work that runs once unless it is cancelled before. Either way it is released.
private final class PendingWork: Disposable {
    private let work: Locked<(@Sendable () -> Void)?>

    init(_ work: @escaping @Sendable () -> Void) {
        self.work = Locked(work)
    }

    func run() { take()?() }

    func dispose() { _ = take() }

    private func take() -> (@Sendable () -> Void)? {
        work.withLock { work in
            defer { work = nil }
            return work
        }
    }
}
