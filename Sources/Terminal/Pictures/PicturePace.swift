/// How much of pictures the terminal gets at once, so that frames need never wait long behind them.
///
/// The system between lede and a terminal far away takes more than the line does. So only the terminal's own answer says
/// that it has taken everything.
nonisolated struct PicturePace {
    /// In bytes, from what a slow line takes in a twentieth of a second.
    private static let (smallest, largest) = (8 << 10, 256 << 10)
    /// Quicker answers let the next part be larger, slower ones smaller.
    private static let (quick, slow) = (Duration.milliseconds(15), Duration.milliseconds(60))
    /// After this time a terminal is considered to answer nothing.
    static let longestWait = Duration.seconds(3)
    /// A pause after each part for terminals that answer nothing.
    static let pause = Duration.milliseconds(30)

    private(set) var limit = smallest
    private var asked: ContinuousClock.Instant?
    /// Whether the terminal answers; nil until that is known.
    private var answers: Bool?

    /// Whether the terminal may still be busy with what it got.
    var isWaiting: Bool { asked != nil }
    /// Whether to ask the terminal if it has taken everything.
    var asks: Bool { answers != false }
    /// How long to wait at most.
    var patience: Duration { asks ? Self.longestWait : Self.pause }
    /// Whether little goes through the line.
    var isSlow: Bool { limit == Self.smallest }

    mutating func begin(at time: ContinuousClock.Instant) { asked = time }

    mutating func takeAnswer(at time: ContinuousClock.Instant) {
        guard let asked, asks else { return }
        let duration = time - asked
        if duration < Self.quick { limit = min(limit * 2, Self.largest) }
        if duration > Self.slow { limit = max(limit / 2, Self.smallest) }
        self.asked = nil
        answers = true
    }

    /// Goes on after the longest wait. Returns false if the answer came, or the wait began later.
    mutating func giveUp(at time: ContinuousClock.Instant) -> Bool {
        guard let asked, time - asked >= patience else { return false }
        self.asked = nil
        // It answered before, so the line is slow.
        if answers == true { limit = Self.smallest } else { answers = false }
        return true
    }
}
