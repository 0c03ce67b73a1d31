import Signals

/// Does work off the main queue. Of pieces of work begun one after the other only what the last comes to is of interest.
@MainActor final class LatestWork {
    /// Whether what it comes to is on its way.
    @Published private(set) var isUnderWay = false

    // A queue for each: what takes long, such as a filter, holds up nothing of another kind, and many may read at once.
    private let queue = QueueScheduler(label: "lede.latest-work")
    private let result = SerialDisposable()
    /// Counts the pieces of work, and how often none was left.
    private var turn = 0

    /// Begins work in the place of what was begun before.
    func begin<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, take: @escaping @MainActor @Sendable (Result) -> Void
    ) {
        turn += 1
        if !isUnderWay { isUnderWay = true }
        result.hold(
            Signal<Result, Never>.deferred { .just(work()) }
                .subscribe(on: queue)
                .onMain { [weak self, turn] result in
                    take(result)
                    // Unless more was begun in the meantime.
                    if let self, turn == self.turn, isUnderWay { isUnderWay = false }
                })
    }

    /// Wants nothing any more.
    func drop() {
        turn += 1
        result.release()
        if isUnderWay { isUnderWay = false }
    }
}
