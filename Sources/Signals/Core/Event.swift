/// What a signal sends to its subscribers: values, then at most one end.
public enum Event<Value: Sendable, Failure: Error>: Sendable {
    case next(Value)
    case completed
    case failed(Failure)

    /// Whether this event is the last one.
    public var isEnd: Bool {
        if case .next = self { false } else { true }
    }

    /// Returns the event with its value transformed.
    public func map<Output: Sendable>(_ transform: (Value) -> Output) -> Event<Output, Failure> {
        switch self {
        case .next(let value): .next(transform(value))
        case .completed: .completed
        case .failed(let failure): .failed(failure)
        }
    }
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
