/// What a signal tells its subscribers: values, then at most one end.
package enum Event<Value: Sendable, Failure: Error>: Sendable {
    case next(Value)
    case completed
    case failed(Failure)

    /// Whether nothing may follow this event.
    package var isEnd: Bool {
        if case .next = self { false } else { true }
    }
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
