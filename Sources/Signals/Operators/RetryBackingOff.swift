extension Signal {
    /// Starts the signal anew each time it fails, but not at once: it waits longer each time. The last failure is told.
    ///
    ///     source                --x
    ///     retry(2, backingOff)  -----x--------x
    public func retry(_ count: Int = .max, backingOff backOff: BackOff, on scheduler: some Scheduler) -> Signal {
        precondition(count >= 0, "a count is not negative")
        return Signal(serial: { receive, subscription in
            let attempts = Succession(partOf: subscription)
            let remaining = Serial(count)
            let nextDelay = Serial(backOff.first)
            @Sendable func attempt(_ part: CompositeDisposable) {
                start(in: part) { event in
                    guard case .failed = event, remaining.state > 0 else { return receive(event) }
                    remaining.state -= 1
                    let delay = nextDelay.state
                    nextDelay.state = backOff.delay(after: delay)
                    attempts.next { pause in
                        pause.add(scheduler.run(after: delay) { attempts.next(attempt) })
                    }
                }
            }
            attempts.next(attempt)
        })
    }
}

/// How long to wait before each new attempt: longer by a factor each time, up to a limit.
public struct BackOff: Equatable, Sendable {
    public let first: Duration
    public let factor: Double
    public let limit: Duration

    public init(first: Duration, factor: Double = 2, limit: Duration) {
        precondition(first >= .zero && first <= limit, "the first delay lies between nothing and the limit")
        precondition(factor >= 1 && factor.isFinite, "delays do not get shorter")
        self.first = first
        self.factor = factor
        self.limit = limit
    }

    /// The delay that follows this one.
    public func delay(after delay: Duration) -> Duration {
        delay < limit / factor ? delay * factor : limit
    }
}
