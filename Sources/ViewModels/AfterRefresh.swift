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

extension ReaderModel {
    /// Says what went wrong with a program that was told of news, and keeps it for the list of failures.
    package func noteAfterRefresh(trouble: String) {
        afterRefresh.note(trouble)
        sayAfterRefresh(.problem(trouble))
    }

    /// Says something of what a refresh has brought: behind its finish line, where that is still shown.
    package func sayAfterRefresh(_ more: Status) {
        if refresh.isRunning { return afterRefresh.waiting.append(more) }
        var said = more
        if let line = afterRefresh.finishLine, status == line {
            said = Status(text: "\(line.text) · \(more.text)", isProblem: line.isProblem || more.isProblem)
            afterRefresh.finishLine = said
        }
        status = said
    }
}
