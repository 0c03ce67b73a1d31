import Locks

/// A value that changes over time and can always be read.
package final class Property<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var subscribers = Subscribers<Value, Never>()
    }

    private let state: Locked<State>

    package init(_ value: Value) {
        state = Locked(State(value: value))
    }

    /// The value now; setting it tells every subscriber.
    package var value: Value {
        get { state.withLock { $0.value } }
        set {
            let observers = state.withLock { state in
                state.value = newValue
                return state.subscribers.enqueue(.next(newValue))
            }
            for observer in observers { observer.deliver() }
        }
    }

    /// The value now, at once, and every later one.
    package var signal: Signal<Value, Never> {
        Signal { [state] observer in
            let key = state.withLock { state in
                observer.enqueue(.next(state.value))
                return state.subscribers.add(observer)
            }
            observer.deliver()
            return ActionDisposable { state.withLock { $0.subscribers.remove(key) } }
        }
    }
}
