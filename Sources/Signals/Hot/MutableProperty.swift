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
