import Configuration
import MainQueue
import Subscriptions
import TerminalUI
import ViewModels

extension Config {
    /// The problems of the config file, in the order of its lines.
    var allProblems: [ConfigProblem] {
        let look = MainQueue.assume { ConfigCheck.problems(of: self) }
        let filters = articleHighlights.problems + feedHighlights.problems + filterProblems + cacheFilterProblems
        return (problems + look + rules.problems + filters).sorted { $0.place.comes(before: $1.place, in: files) }
    }

    /// Lines that are valid, but have another meaning in lede than in the reader that they come from.
    var allNotes: [ConfigProblem] { filterNotes + MainQueue.assume { ConfigCheck.notes(on: self) } }

    /// Problems and notes, for a config imported from another reader.
    var verdict: ConfigVerdict { ConfigVerdict(problems: allProblems, notes: allNotes) }
}

extension ConfigPlace {
    /// Whether it is in an earlier file, or further up in the same.
    func comes(before other: ConfigPlace, in files: [String]) -> Bool {
        let order = { (place: ConfigPlace) in files.firstIndex(of: place.path) ?? files.count }
        return (order(self), line, column) < (order(other), other.line, other.column)
    }
}
