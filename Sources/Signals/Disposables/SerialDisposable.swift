import Locks

/// Holds one disposable at a time: a new one disposes of the one before.
public final class SerialDisposable: Disposable {
    private enum State {
        case holding((any Disposable)?)
        case disposed
    }

    private let state = Locked(State.holding(nil))

    public init() {}

    /// Holds this one from now on; when this was disposed of before, it is disposed of at once.
    public func hold(_ next: any Disposable) {
        let outgoing: (any Disposable)? = state.withLock { state in
            guard case .holding(let last) = state else { return next }
            state = .holding(next)
            return last
        }
        outgoing?.dispose()
    }

    /// Disposes of what is held, and holds nothing until the next comes.
    public func release() { hold(CompositeDisposable()) }

    public func dispose() {
        let outgoing: (any Disposable)? = state.withLock { state in
            guard case .holding(let last) = state else { return nil }
            state = .disposed
            return last
        }
        outgoing?.dispose()
    }
}
