/// The parts of the screen that have to be painted.
struct Stale: OptionSet {
    let rawValue: UInt8

    /// The rows that a list's cursor left and reached.
    static let feedCursor = Stale(rawValue: 1 << 0)
    static let itemCursor = Stale(rawValue: 1 << 1)
    /// The line at the bottom.
    static let foot = Stale(rawValue: 1 << 2)
    /// The whole screen.
    static let everything = Stale(rawValue: .max)
}
