/// What a signal tells its subscribers: values, then at most one end.
public enum Event<Value: Sendable, Failure: Error>: Sendable {
    case next(Value)
    case completed
    case failed(Failure)

    /// Whether nothing may follow this event.
    public var isEnd: Bool {
        if case .next = self { false } else { true }
    }

    /// The same event with its value transformed.
    public func map<Output: Sendable>(_ transform: (Value) -> Output) -> Event<Output, Failure> {
        switch self {
        case .next(let value): .next(transform(value))
        case .completed: .completed
        case .failed(let failure): .failed(failure)
        }
    }
}

extension Event: Equatable where Value: Equatable, Failure: Equatable {}
