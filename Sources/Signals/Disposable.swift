import Locks

/// Something that goes on until it is disposed: a subscription, the work behind a signal.
///
/// Disposing twice is the same as disposing once, from any thread.
package protocol Disposable: Sendable {
    func dispose()
}

/// Runs an action the first time it is disposed, and lets go of it.
package final class ActionDisposable: Disposable {
    private let action: Locked<(@Sendable () -> Void)?>

    package init(_ action: (@Sendable () -> Void)? = nil) {
        self.action = Locked(action)
    }

    package func dispose() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}

/// Holds many disposables and disposes of them together; what is added afterwards is disposed of at once.
package final class CompositeDisposable: Disposable {
    private let parts: Locked<[any Disposable]?>

    package init(_ parts: [any Disposable] = []) {
        self.parts = Locked(parts)
    }

    package func add(_ part: any Disposable) {
        let isDisposed = parts.withLock { parts in
            parts?.append(part)
            return parts == nil
        }
        if isDisposed { part.dispose() }
    }

    package func dispose() {
        let parts = parts.withLock { parts in
            defer { parts = nil }
            return parts
        }
        for part in parts ?? [] { part.dispose() }
    }
}

/// Disposes of its parts when it goes out of life: what an object owns for as long as it lives.
package final class ScopedDisposable: Disposable {
    private let parts = CompositeDisposable()

    package init() {}

    deinit { dispose() }

    package func add(_ part: any Disposable) { parts.add(part) }

    package func dispose() { parts.dispose() }
}
