import Locks
import Synchronization

/// A signal that starts when it is connected, and not when somebody subscribes.
///
/// It runs once: after an end it stays ended. `share()` begins anew.
public final class Connectable<Value: Sendable, Failure: Error>: Sendable {
    private struct State: Sendable {
        var connection: CompositeDisposable?
        var hasEnded = false
    }

    private let work: Signal<Value, Failure>
    private let source: any HotSource<Value, Failure>
    private let state = Locked(State())

    init(_ work: Signal<Value, Failure>, over source: some HotSource<Value, Failure>) {
        self.work = work
        self.source = source
    }

    /// What the connection tells; subscribing to it starts nothing.
    public var signal: Signal<Value, Failure> { source.signal }

    /// Starts the one subscription, which lasts until its end or until the result is disposed of.
    ///
    /// Connecting once more meanwhile, or after the end, gives the same connection. After a disconnection it starts
    /// anew, for the subscribers that have waited and for those that come.
    @discardableResult
    public func connect() -> any Disposable {
        let (connection, isNew) = state.withLock { state in
            if let connection = state.connection, state.hasEnded || !connection.isDisposed {
                return (connection, false)
            }
            let connection = CompositeDisposable()
            state.connection = connection
            return (connection, true)
        }
        if isNew { start(connection) }
        return connection
    }

    /// Connects when so many have subscribed, and for as long as somebody holds this signal or is subscribed to it.
    public func autoConnect(after count: Int = 1) -> Signal<Value, Failure> {
        precondition(count > 0, "somebody has to come")
        let scope = ScopedDisposable()
        let arrivals = Arrivals()
        return Signal(serial: { [self] receive, subscription in
            subscription.add { withExtendedLifetime(scope) {} }
            signal.start(receive, subscription)
            if arrivals.add() == count { connect().dispose(with: scope) }
        })
    }

    private func start(_ connection: CompositeDisposable) {
        work.start(in: connection) { [source, state] event in
            // An end that is on its way while this connection is given up is not the end of the next one.
            let isCurrent = state.withLock { state in
                guard state.connection === connection else { return false }
                if event.isEnd { state.hasEnded = true }
                return true
            }
            if isCurrent { source.send(event) }
        }
    }
}

private final class Arrivals: Sendable {
    private let count = Atomic(0)

    /// Counts one more, and tells how many there are with it.
    func add() -> Int { count.add(1, ordering: .relaxed).newValue }
}
