/// Decides where and when work runs.
public protocol Scheduler: Sendable {
    /// The time on this scheduler's clock, since an arbitrary moment.
    var now: Duration { get }

    /// Runs the work as soon as its turn comes.
    func run(_ work: @escaping @Sendable () -> Void)

    /// Runs the work after `delay`, unless the result is disposed of before.
    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable
}
