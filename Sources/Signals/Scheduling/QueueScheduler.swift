public import Dispatch

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
