/// A value that changes over time. It can be read and followed but not set.
///
/// It holds what it is derived from. Its signal sends the current value at once, and every later one.
public struct Property<Value: Sendable>: Sendable {
    public let signal: Signal<Value, Never>
    fileprivate let read: @Sendable () -> Value

    init(signal: Signal<Value, Never>, read: @escaping @Sendable () -> Value) {
        self.signal = signal
        self.read = read
    }

    /// A read-only view of a property.
    public init(_ property: MutableProperty<Value>) {
        self.init(signal: property.signal) { property.value }
    }

    /// A property whose value never changes.
    public init(constant value: Value) {
        self.init(signal: .just(value)) { value }
    }

    /// A property with the latest value of a signal, or the initial value until there is one.
    public init(initial: Value, then values: Signal<Value, Never>) {
        let property = MutableProperty(initial)
        let scope = ScopedDisposable()
        scope.add(values.onNext { [weak property] in property?.value = $0 })
        self.init(signal: property.signal) { withExtendedLifetime(scope) { property.value } }
    }

    public var value: Value { read() }

    /// Every value except the current one.
    public var changes: Signal<Value, Never> { signal.skip(1) }

    /// A property of the transformed value. Each reading calls `transform` again.
    public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Property<Output> {
        Property<Output>(signal: signal.map(transform)) { [read] in transform(read()) }
    }

    /// A property of both values.
    public func combined<Other: Sendable>(with other: Property<Other>) -> Property<(Value, Other)> {
        Property<(Value, Other)>(signal: signal.combineLatest(with: other.signal)) { [read] in (read(), other.value) }
    }

    /// A property of all three values.
    public func combined<Second: Sendable, Third: Sendable>(
        with second: Property<Second>, _ third: Property<Third>
    ) -> Property<(Value, Second, Third)> {
        combined(with: second).combined(with: third).map { ($0.0, $0.1, $1) }
    }
}
