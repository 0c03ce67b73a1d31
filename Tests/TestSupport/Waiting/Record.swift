import Locks

/// What a test was told, in order, from whatever threads.
package final class Record<Entry: Sendable>: Sendable {
    private let state = Locked<[Entry]>([])
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

    package init() {}

    package var entries: [Entry] { state.withLock { $0 } }

    package func add(_ entry: Entry) {
        state.withLock { $0.append(entry) }
        arrival.yield()
    }

    /// Waits until the entries are as they are wanted, for as long as the test's time limit lets it.
    package func wait(until isEnough: ([Entry]) -> Bool) async {
        if isEnough(entries) { return }
        for await _ in arrivals where isEnough(entries) { return }
    }
}
