/// What to keep of values that come faster than they are read.
public enum Buffering: Sendable {
    case unbounded
    /// Keeps this many of the newest values and drops older ones.
    case newest(Int)
    /// Keeps this many of the oldest values and drops newer ones.
    case oldest(Int)
}
