/// The values of one of several signals, kept until they can be combined with the others'.
protocol Lane<Value>: Sendable {
    associatedtype Value: Sendable

    var isEmpty: Bool { get }

    mutating func append(_ value: Value)

    /// The next value to combine.
    mutating func next() -> Value?
}

/// Keeps every value until its turn.
extension RingBuffer: Lane {
    mutating func next() -> Element? { popFirst() }
}

/// Keeps the latest value, and returns it every time.
struct Latest<Value: Sendable>: Lane {
    private var value: Value?

    var isEmpty: Bool { value == nil }

    mutating func append(_ value: Value) { self.value = value }

    mutating func next() -> Value? { value }
}
