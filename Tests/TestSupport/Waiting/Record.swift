import System

/// What a test was told, in order, from any thread.
package final class Record<Entry: Sendable>: Sendable {
    private let state = Locked<[Entry]>([])
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

    package init() {}

    package var entries: [Entry] { state.withLock { $0 } }

    package func add(_ entry: Entry) {
        state.withLock { $0.append(entry) }
        arrival.yield()
    }

    /// Waits until the entries fulfil the predicate. The time limit of the test is the only limit.
    package func wait(until isEnough: ([Entry]) -> Bool) async {
        if isEnough(entries) { return }
        for await _ in arrivals where isEnough(entries) { return }
    }
}
