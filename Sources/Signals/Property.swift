import Locks

/// A value that changes over time and can always be read; its signal completes when nobody holds the property any longer.
package final class Property<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var subscribers = Subscribers<Value, Never>()
    }

    private let state: Locked<State>

    package init(_ value: Value) {
        state = Locked(State(value: value))
    }

    deinit { send(.completed) }

    /// The value now; setting it tells every subscriber.
    package var value: Value {
        get { state.withLock { $0.value } }
        set { send(.next(newValue)) }
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

    private func send(_ event: Event<Value, Never>) {
        // The last value goes after the lock: its deinit may call out, and read this property.
        let (observers, _) = state.withLock { state in
            let last = state.value
            if case .next(let value) = event { state.value = value }
            return (state.subscribers.enqueue(event), last)
        }
        for observer in observers { observer.deliver() }
    }
}
