/// What of the screen shows something that has changed.
struct Stale: OptionSet {
    let rawValue: UInt8

    /// The rows of a list that its cursor has left and come to.
    static let feedCursor = Stale(rawValue: 1 << 0)
    static let itemCursor = Stale(rawValue: 1 << 1)
    /// The line at the foot.
    static let foot = Stale(rawValue: 1 << 2)
    /// Also what none of the others is about.
    static let everything = Stale(rawValue: .max)
}
