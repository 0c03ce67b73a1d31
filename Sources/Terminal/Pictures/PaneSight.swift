/// Whether tmux shows the pane with lede: it throws away what a hidden one sends to the terminal.
nonisolated struct PaneSight {
    private var lastSeen: ContinuousClock.Instant?
    /// Whether tmux said so. Then lede waits for keys, which come to a pane that the user sees.
    private(set) var isHidden = false
    /// Whether tmux was asked and hasn't answered yet.
    private(set) var isAsked = false

    /// Users don't come and go faster.
    private static let validity = Duration.seconds(1)

    func isSure(at time: ContinuousClock.Instant) -> Bool { lastSeen.map { time - $0 < Self.validity } ?? false }

    mutating func ask() { isAsked = true }

    mutating func learn(isShown: Bool, at time: ContinuousClock.Instant) {
        isAsked = false
        isHidden = !isShown
        lastSeen = isShown ? time : nil
    }

    /// Notes that a key has come.
    mutating func noteKey(at time: ContinuousClock.Instant) {
        isHidden = false
        lastSeen = time
    }
}
