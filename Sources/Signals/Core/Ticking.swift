/// What an operator about time hears: events, and the end of a time it waited for.
enum Ticking<Value: Sendable, Failure: Error>: Sendable {
    case event(Event<Value, Failure>)
    case tick
}
