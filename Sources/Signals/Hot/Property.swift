/// A value that changes over time, to be read and followed but not set.
///
/// It holds on to what it is made of. Its signal tells the value now, at once, and every later one.
public struct Property<Value: Sendable>: Sendable {
    public let signal: Signal<Value, Never>
    fileprivate let read: @Sendable () -> Value

    init(signal: Signal<Value, Never>, read: @escaping @Sendable () -> Value) {
        self.signal = signal
        self.read = read
    }

    /// A property that somebody else sets.
    public init(_ property: MutableProperty<Value>) {
        self.init(signal: property.signal) { property.value }
    }

    /// A value that never changes.
    public init(constant value: Value) {
        self.init(signal: .just(value)) { value }
    }

    /// The latest value of a signal, and until it sends one the initial value.
    public init(initial: Value, then values: Signal<Value, Never>) {
        let property = MutableProperty(initial)
        let scope = ScopedDisposable()
        scope.add(values.onNext { [weak property] in property?.value = $0 })
        self.init(signal: property.signal) { withExtendedLifetime(scope) { property.value } }
    }

    public var value: Value { read() }

    /// Every value from the next on.
    public var changes: Signal<Value, Never> { signal.skip(1) }

    /// The property of what `transform` makes of each value. It is asked anew for each reading.
    public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Property<Output> {
        Property<Output>(signal: signal.map(transform)) { [read] in transform(read()) }
    }

    /// The property of both values.
    public func combined<Other: Sendable>(with other: Property<Other>) -> Property<(Value, Other)> {
        Property<(Value, Other)>(signal: signal.combineLatest(with: other.signal)) { [read] in (read(), other.value) }
    }

    /// The property of all three values.
    public func combined<Second: Sendable, Third: Sendable>(
        with second: Property<Second>, _ third: Property<Third>
    ) -> Property<(Value, Second, Third)> {
        combined(with: second).combined(with: third).map { ($0.0, $0.1, $1) }
    }
}
