/// A hot source that tells who comes later the last values once more, and the end.
public final class ReplaySubject<Value: Sendable, Failure: Error>: Sendable {
    private struct Memory: Sendable {
        var values = RingBuffer<Value>()
        var end: Event<Value, Failure>?

        /// Keeps an event, and gives the value that makes room for it.
        mutating func keep(_ event: Event<Value, Failure>, capacity: Int) -> Value? {
            guard end == nil else { return nil }
            switch event {
            case .next(let value):
                return values.append(value, keeping: capacity)
            case .completed, .failed:
                end = event
                return nil
            }
        }
    }

    public let signal: Signal<Value, Failure>

    private let capacity: Int
    private let recollection: Recollection<Memory, Value, Failure>

    /// Remembers at most so many values; all of them where nothing is said.
    public init(capacity: Int = .max) {
        precondition(capacity >= 0, "a capacity is not negative")
        self.capacity = capacity
        let recollection = Recollection<Memory, Value, Failure>(Memory()) { memory in
            memory.values.elements.map(Event.next) + (memory.end.map { [$0] } ?? [])
        }
        self.recollection = recollection
        signal = recollection.signal
    }

    deinit { send(.completed) }

    public func send(_ value: Value) { send(.next(value)) }

    public func send(_ event: Event<Value, Failure>) {
        recollection.send { memory in (event, memory.keep(event, capacity: capacity)) }
    }
}
