import Signals

/// Works off the main queue. New work replaces the work before.
@MainActor final class LatestWork {
    /// Whether work is running.
    @Published private(set) var isUnderWay = false

    // Each has its own queue, so that slow work such as a filter doesn't delay other work.
    private let queue = QueueScheduler(label: "lede.latest-work")
    private let result = SerialDisposable()
    /// Counts the calls that replaced or dropped work.
    private var turn = 0

    /// Starts work, and drops the result of earlier work.
    func begin<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, receive: @escaping @MainActor @Sendable (Result) -> Void
    ) {
        turn += 1
        if !isUnderWay { isUnderWay = true }
        result.hold(
            Signal<Result, Never>.deferred { .just(work()) }
                .subscribe(on: queue)
                .onMain { [weak self, turn] result in
                    receive(result)
                    // Unless more work was started meanwhile.
                    if let self, turn == self.turn, isUnderWay { isUnderWay = false }
                })
    }

    /// Drops the result.
    func drop() {
        turn += 1
        result.release()
        if isUnderWay { isUnderWay = false }
    }
}
