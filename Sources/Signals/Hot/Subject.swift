/// A hot source that sends each event to its current subscribers, in the same order to all.
///
/// It completes when nobody holds it, since nobody can send to it then.
public final class Subject<Value: Sendable, Failure: Error>: Sendable {
    private let broadcast = Broadcast<Value, Failure>()

    public let signal: Signal<Value, Failure>

    public init() {
        signal = Signal(serial: { [broadcast] receive, subscription in broadcast.join(receive, subscription) })
    }

    // Without an end, a subscriber and the work behind it would hold each other for good.
    deinit { broadcast.send(.completed) }

    public func send(_ value: Value) { broadcast.send(.next(value)) }

    public func send(_ event: Event<Value, Failure>) { broadcast.send(event) }
}
