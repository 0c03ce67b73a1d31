/// Says where and when work is done.
public protocol Scheduler: Sendable {
    /// The time on this scheduler's clock, since some moment of its own.
    var now: Duration { get }

    /// Does the work as soon as its turn comes.
    func run(_ work: @escaping @Sendable () -> Void)

    /// Does the work when so much time has passed; disposing of the result before then calls it off.
    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable
}
