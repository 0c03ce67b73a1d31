public import Dispatch

/// Does work on a dispatch queue, serial or concurrent; the main queue is one of them.
public struct QueueScheduler: Scheduler {
    private let queue: DispatchQueue

    public init(_ queue: DispatchQueue) {
        self.queue = queue
    }

    /// A serial queue of this scheduler's own.
    public init(label: String) {
        self.init(DispatchQueue(label: label))
    }

    public var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

    public func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    public func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        // The queue keeps its block until the time has come, but the work goes when it is called off.
        let pending = PendingWork(work)
        queue.asyncAfter(deadline: .now() + .nanoseconds(max(delay, .zero).nanoseconds)) { pending.run() }
        return pending
    }
}

extension Scheduler where Self == QueueScheduler {
    /// The main queue, which owns everything that a person sees.
    public static var main: QueueScheduler { QueueScheduler(.main) }

    /// A queue of the caller's, serial or concurrent.
    public static func queue(_ queue: DispatchQueue) -> QueueScheduler { QueueScheduler(queue) }
}

extension Duration {
    /// In whole nanoseconds, rounded up so that nothing comes early; as many as an integer holds, at most.
    fileprivate var nanoseconds: Int {
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Int(clamping: rest > 0 ? whole + 1 : whole)
    }
}
