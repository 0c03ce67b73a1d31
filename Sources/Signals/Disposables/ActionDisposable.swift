import Locks

/// Runs an action the first time it is disposed of, then releases it.
public final class ActionDisposable: Disposable {
    private let action: Locked<(@Sendable () -> Void)?>

    public init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    public func dispose() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}
