/// How many inner signals run at a time, and what becomes of one that comes when there is no room.
public struct FlattenStrategy: Sendable {
    enum WhenFull {
        case wait, replace, drop
    }

    let room: Int
    let whenFull: WhenFull

    /// All run at once, and their values come as they are sent.
    public static let merge = merge(atMost: .max)

    /// So many run at once; others wait for the completion of one, in the order in which they came.
    public static func merge(atMost count: Int) -> FlattenStrategy {
        precondition(count > 0, "where none may run, all would wait for ever")
        return FlattenStrategy(room: count, whenFull: .wait)
    }

    /// Each takes the place of the one before, which is disposed of.
    public static let latest = FlattenStrategy(room: 1, whenFull: .replace)

    /// One that comes while another runs is left out.
    public static let first = FlattenStrategy(room: 1, whenFull: .drop)
}
