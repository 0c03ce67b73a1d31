/// A rare value: without one it takes the memory of a pointer, and with one it is stored elsewhere.
@propertyWrapper
package struct Rare<Value: Equatable & Sendable>: Equatable, Sendable {
    private indirect enum Storage: Equatable, Sendable {
        case none
        case some(Value)
    }

    private var storage: Storage

    package init(wrappedValue: Value?) {
        storage = wrappedValue.map { .some($0) } ?? .none
    }

    package var wrappedValue: Value? {
        get { if case .some(let value) = storage { value } else { nil } }
        set { storage = newValue.map { .some($0) } ?? .none }
    }
}
