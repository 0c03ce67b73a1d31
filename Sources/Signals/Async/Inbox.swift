import Locks

/// Keeps the events of a signal until a task reads them one by one.
final class Inbox<Value: Sendable, Failure: Error>: Sendable {
    typealias Taker = CheckedContinuation<Event<Value, Failure>, Never>

    private struct State: Sendable {
        var values = RingBuffer<Value>()
        var end: Event<Value, Failure>?
        /// The task that waits for an event. Nothing is kept while it waits.
        var taker: Taker?

        /// Keeps an event, and returns the value that is dropped for it.
        mutating func keep(_ event: Event<Value, Failure>, _ policy: Buffering) -> Value? {
            // Events that arrive after the loop was left are dropped.
            guard end == nil else { return nil }
            guard case .next(let value) = event else {
                end = event
                return nil
            }
            switch policy {
            case .newest(let count): return values.append(value, keeping: count)
            case .oldest(let count) where values.count >= count: return value
            case .oldest, .unbounded:
                values.append(value)
                return nil
            }
        }

        mutating func takeFirst() -> Event<Value, Failure>? {
            if let value = values.popFirst() { return .next(value) }
            defer { if end != nil { end = .completed } }
            return end
        }
    }

    private let policy: Buffering
    private let state = Locked(State())

    init(keeping policy: Buffering) {
        self.policy = policy
    }

    func put(_ event: Event<Value, Failure>) {
        // The dropped value is released after the lock, since its deinit may call out.
        let (taker, _) = state.withLock { state in
            let taker = state.taker.take()
            return (taker, taker == nil ? state.keep(event, policy) : nil)
        }
        taker?.resume(returning: event)
    }

    /// Returns the next event, waiting for it if necessary. After the end it returns completion.
    func take(isolation: isolated (any Actor)? = #isolation) async -> Event<Value, Failure> {
        await withCheckedContinuation { taker in
            let event = state.withLock { state in
                let event = state.takeFirst()
                if event == nil { state.taker = taker }
                return event
            }
            if let event { taker.resume(returning: event) }
        }
    }

    /// Drops the kept events, and completes.
    func close() {
        let before = state.withLock { state in
            defer { state = State(end: .completed) }
            return state
        }
        before.taker?.resume(returning: .completed)
    }
}
