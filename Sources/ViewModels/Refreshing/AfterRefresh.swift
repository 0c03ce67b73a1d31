import Signals

/// The messages of a refresh: its finish line, what rules and programs reported, and their failures.
struct AfterRefresh {
    /// The last finish line.
    var finishLine: Status?
    /// Messages to append to the finish line of the running refresh.
    var waiting: [Status] = []
    /// The failures of programs, the latest last.
    private(set) var troubles: [String] = []

    /// More would push feeds out of the list of failures.
    private static let mostTroubles = 10

    mutating func add(_ trouble: String) {
        troubles = (troubles.filter { $0 != trouble } + [trouble]).suffix(Self.mostTroubles)
    }
}
