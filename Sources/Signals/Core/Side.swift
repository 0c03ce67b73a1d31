/// An event, and which of two signals sent it.
enum Side<First: Sendable, Second: Sendable, Failure: Error>: Sendable {
    case first(Event<First, Failure>)
    case second(Event<Second, Failure>)

    /// Whether it is a value.
    var isNext: Bool {
        switch self {
        case .first(.next), .second(.next): true
        default: false
        }
    }
}
