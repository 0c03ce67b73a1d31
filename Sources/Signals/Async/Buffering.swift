/// What is kept of values that come faster than they are taken.
public enum Buffering: Sendable {
    case unbounded
    /// So many of the newest: older ones are dropped.
    case newest(Int)
    /// So many of the oldest: newer ones are dropped.
    case oldest(Int)
}
