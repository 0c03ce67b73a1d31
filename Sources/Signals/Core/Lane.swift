/// What one of several signals has told, kept to be put together with what the others tell.
protocol Lane<Value>: Sendable {
    associatedtype Value: Sendable

    var isEmpty: Bool { get }

    mutating func append(_ value: Value)

    /// The value whose turn it is.
    mutating func next() -> Value?
}

/// Keeps every value until its turn has come.
extension RingBuffer: Lane {
    mutating func next() -> Element? { popFirst() }
}

/// Keeps the latest value, whose turn it is again and again.
struct Latest<Value: Sendable>: Lane {
    private var value: Value?

    var isEmpty: Bool { value == nil }

    mutating func append(_ value: Value) { self.value = value }

    mutating func next() -> Value? { value }
}
