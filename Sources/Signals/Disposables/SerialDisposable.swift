import Locks

/// Holds one disposable at a time. Holding another disposes of the previous one.
public final class SerialDisposable: Disposable {
    private enum State {
        case holding((any Disposable)?)
        case disposed
    }

    private let state = Locked(State.holding(nil))

    public init() {}

    /// Holds `next` from now on, or disposes of it at once if this has been disposed of.
    public func hold(_ next: any Disposable) {
        let outgoing: (any Disposable)? = state.withLock { state in
            guard case .holding(let last) = state else { return next }
            state = .holding(next)
            return last
        }
        outgoing?.dispose()
    }

    /// Disposes of the held disposable, and holds nothing until the next.
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
