/// A hot source that repeats its last values, and its end, for later subscribers.
public final class ReplaySubject<Value: Sendable, Failure: Error>: Sendable {
    private struct Memory: Sendable {
        var values = RingBuffer<Value>()
        var hasEnded = false

        /// Keeps a value, and returns the one that it replaces.
        mutating func keep(_ event: Event<Value, Failure>, capacity: Int) -> Value? {
            guard !hasEnded else { return nil }
            // Every later subscriber gets the end.
            guard case .next(let value) = event else {
                hasEnded = true
                return nil
            }
            return values.append(value, keeping: capacity)
        }
    }

    public let signal: Signal<Value, Failure>

    private let capacity: Int
    private let broadcast: ReplayingBroadcast<Memory, Value, Failure>

    /// Remembers at most `capacity` values, by default all.
    public init(capacity: Int = .max) {
        precondition(capacity >= 0, "a capacity is not negative")
        self.capacity = capacity
        let broadcast = ReplayingBroadcast<Memory, Value, Failure>(Memory()) { memory in
            { [values = memory.values.elements] receive in for value in values { receive(.next(value)) } }
        }
        self.broadcast = broadcast
        signal = broadcast.signal
    }

    deinit { send(.completed) }

    public func send(_ value: Value) { send(.next(value)) }

    public func send(_ event: Event<Value, Failure>) {
        broadcast.send { memory in (event, memory.keep(event, capacity: capacity)) }
    }
}
