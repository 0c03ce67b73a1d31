import Signals

/// What came of a refresh besides its news: what rules and programs told, and what went wrong with those.
struct AfterRefresh {
    /// What was said when the refresh was over.
    var finishLine: Status?
    /// What is to be said behind the finish line of the refresh that runs.
    var waiting: [Status] = []
    /// What programs failed at, the latest last.
    private(set) var troubles: [String] = []

    /// More would push feeds out of the list of failures.
    private static let mostTroubles = 10

    mutating func note(_ trouble: String) {
        troubles = (troubles.filter { $0 != trouble } + [trouble]).suffix(Self.mostTroubles)
    }
}
