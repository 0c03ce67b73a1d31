package import Dispatch

/// Where events are delivered.
package enum Scheduler: Sendable {
    /// The main queue, which owns everything that a person sees.
    case main
    /// A serial queue of the caller's.
    case queue(DispatchQueue)

    func run(_ work: @escaping @Sendable () -> Void) {
        switch self {
        case .main: DispatchQueue.main.async(execute: work)
        case .queue(let queue): queue.async(execute: work)
        }
    }

    func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let time = DispatchTime.now() + .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
        switch self {
        case .main: DispatchQueue.main.asyncAfter(deadline: time, execute: work)
        case .queue(let queue): queue.asyncAfter(deadline: time, execute: work)
        }
    }
}
