/// How many inner signals run at a time, and what happens to others.
public struct FlattenStrategy: Sendable {
    enum WhenFull {
        case wait, replace, drop
    }

    let room: Int
    let whenFull: WhenFull

    /// Runs all at once, and sends their values as they come.
    public static let merge = merge(atMost: .max)

    /// Runs at most `count` at once. Others wait in order until one completes.
    public static func merge(atMost count: Int) -> FlattenStrategy {
        precondition(count > 0, "where none may run, all would wait for ever")
        return FlattenStrategy(room: count, whenFull: .wait)
    }

    /// Disposes of the running one when the next comes.
    public static let latest = FlattenStrategy(room: 1, whenFull: .replace)

    /// Ignores those that come while one runs.
    public static let first = FlattenStrategy(room: 1, whenFull: .drop)
}
