/// What a timed operator receives: events, and the tick of its timer.
enum Ticking<Value: Sendable, Failure: Error>: Sendable {
    case event(Event<Value, Failure>)
    case tick
}
