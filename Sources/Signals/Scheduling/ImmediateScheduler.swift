/// Does work at once, where it is asked for it. What is to wait is done by a timer on a queue of its own.
public struct ImmediateScheduler: Scheduler {
    private let timers = QueueScheduler(label: "lede.immediate")

    public init() {}

    public var now: Duration { timers.now }

    public func run(_ work: @escaping @Sendable () -> Void) { work() }

    public func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        timers.run(after: delay, work)
    }
}

extension Scheduler where Self == ImmediateScheduler {
    public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
