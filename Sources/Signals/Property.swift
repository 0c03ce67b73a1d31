import System

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

/// A value that changes over time and can always be read and set. Its signals complete when nobody holds it any longer.
public final class MutableProperty<Value: Sendable>: Sendable {
    /// Sends the current value at once, and every later one.
    public let signal: Signal<Value, Never>

    /// The bindings that set this property. They end with it.
    let bindings = CompositeDisposable()

    private let broadcast: ReplayingBroadcast<Value, Value, Never>

    public init(_ value: Value) {
        let broadcast = ReplayingBroadcast<Value, Value, Never>(value) { value in
            { [value] receive in receive(.next(value)) }
        }
        self.broadcast = broadcast
        signal = broadcast.signal
    }

    deinit {
        bindings.dispose()
        broadcast.send { _ in (.completed, ()) }
    }

    /// The current value. Setting it sends it to every subscriber.
    public var value: Value {
        get { broadcast.current }
        set {
            broadcast.send { value in
                let last = value
                value = newValue
                return (.next(newValue), last)
            }
        }
    }
}

/// A value that its owner sets, and everybody may read and follow: `$name` is the property that follows `name`.
///
/// If the setter is private, only the owner can write it.
@propertyWrapper
public struct Published<Value: Sendable>: Sendable {
    private let property: MutableProperty<Value>

    public init(wrappedValue: Value) { property = MutableProperty(wrappedValue) }

    public var wrappedValue: Value {
        get { property.value }
        nonmutating set { property.value = newValue }
    }

    public var projectedValue: Property<Value> { Property(property) }
}

extension Signal where Failure == Never {
    /// Receives every value at once. All of them must be sent on the main queue, or the process ends.
    @discardableResult
    public func observe(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        onNext { value in MainQueue.assume { receive(value) } }
    }
}

extension Property {
    /// Receives the current value, and every later one at once. The property must only be set on the main queue.
    @discardableResult
    public func observe(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        signal.observe(receive)
    }
}

extension Signal where Failure == Never {
    /// Passes every value to `target`, without holding it, until the result is disposed of or the signal completes.
    ///
    /// If the object is gone, the next value ends the binding. To end it at once, let the object own a
    /// `ScopedDisposable` and add the result to it.
    @discardableResult
    public func bind<Target: AnyObject & Sendable>(
        to target: Target, _ set: @escaping @Sendable (Target, Value) -> Void
    ) -> any Disposable {
        let binding = CompositeDisposable()
        start(in: binding) { [weak target] event in
            guard case .next(let value) = event else { return }
            if let target { set(target, value) } else { binding.dispose() }
        }
        return binding
    }

    /// Sets the property to every value, until the result is disposed of or the signal or the property ends.
    @discardableResult
    public func bind(to property: MutableProperty<Value>) -> any Disposable {
        start(partOf: property.bindings) { [weak property] event in
            if case .next(let value) = event { property?.value = value }
        }
    }
}

extension Signal where Value: Equatable, Failure == Never {
    /// Sets the property to every value that it doesn't already have, until the result is disposed of or the signal or
    /// the property ends.
    ///
    /// So a circle of bound properties comes to rest once each has the value that one of them was set to. Two threads
    /// that set two of them at once may send both values round for ever.
    @discardableResult
    public func bind(to property: MutableProperty<Value>) -> any Disposable {
        start(partOf: property.bindings) { [weak property] event in
            guard case .next(let value) = event, let property, property.value != value else { return }
            property.value = value
        }
    }
}

extension MutableProperty where Value: Equatable {
    /// Keeps two properties equal, whichever of them is set. At first, the other one takes this one's value.
    ///
    ///     this   1-----3--4--
    ///     other  2-1--3---4--
    ///
    /// It lasts until the result is disposed of or one of the properties is gone; it holds neither. If several threads
    /// set both at once, both come to rest at the same one of these values.
    @discardableResult
    public func bindBothWays(with other: MutableProperty) -> any Disposable {
        bindBothWays(with: other, forth: { $0 }, back: { $0 })
    }

    /// Keeps the other property at the result of `forth` for this one's value, and this one at the result of `back` for
    /// the other's. At first, the other one takes its value from this one.
    ///
    /// A value that one of them got from the other isn't sent back, so `forth` and `back` may lose details.
    @discardableResult
    public func bindBothWays<Other: Equatable & Sendable>(
        with other: MutableProperty<Other>, forth: @escaping @Sendable (Value) -> Other,
        back: @escaping @Sendable (Other) -> Value
    ) -> any Disposable {
        let binding = TwoWayBinding(self, other, forth: forth, back: back)
        let subscription = CompositeDisposable()
        signal.start(partOf: subscription) { event in
            if event.isEnd { subscription.dispose() } else { binding.update(after: .first) }
        }
        other.signal.start(partOf: subscription) { event in
            if event.isEnd { subscription.dispose() } else { binding.update(after: .second) }
        }
        return subscription
    }
}

/// Two properties that follow each other.
///
/// It reads the value of a property that was set only when it handles this, so that no old value overtakes a new one.
private final class TwoWayBinding<First: Equatable & Sendable, Second: Equatable & Sendable>: Sendable {
    enum Side {
        case first, second
    }

    private struct Agreement: Sendable {
        let first: First
        let second: Second
    }

    private weak let first: MutableProperty<First>?
    private weak let second: MutableProperty<Second>?
    private let forth: @Sendable (First) -> Second
    private let back: @Sendable (Second) -> First
    private let changes = SerialMailbox<Side>()
    /// The values to which it last brought both.
    private let agreement = Serial<Agreement?>(nil)

    init(
        _ first: MutableProperty<First>, _ second: MutableProperty<Second>,
        forth: @escaping @Sendable (First) -> Second, back: @escaping @Sendable (Second) -> First
    ) {
        self.first = first
        self.second = second
        self.forth = forth
        self.back = back
    }

    /// Updates the other property after one was set, perhaps by this binding itself.
    func update(after side: Side) {
        changes.pass(side) { side in
            guard let first, let second else { return }
            switch side {
            case .first:
                let value = first.value
                guard agreement.state?.first != value else { return }
                let other = forth(value)
                agreement.state = Agreement(first: value, second: other)
                if second.value != other { second.value = other }
            case .second:
                let value = second.value
                guard agreement.state?.second != value else { return }
                let other = back(value)
                agreement.state = Agreement(first: other, second: value)
                if first.value != other { first.value = other }
            }
        }
    }
}
