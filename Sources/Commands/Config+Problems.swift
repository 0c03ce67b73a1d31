import Configuration
import MainQueue
import Subscriptions
import TerminalUI
import ViewModels

extension Config {
    /// The problems of the config file, in the order of its lines.
    var allProblems: [ConfigProblem] {
        let look = MainQueue.assume { ConfigCheck.problems(of: self) }
        let order = { (problem: ConfigProblem) in files.firstIndex(of: problem.place.path) ?? files.count }
        let filters = articleHighlights.problems + feedHighlights.problems + filterProblems
        return (problems + look + rules.problems + filters).sorted {
            (order($0), $0.place.line, $0.place.column) < (order($1), $1.place.line, $1.place.column)
        }
    }

    /// Lines that are valid, but have another meaning in lede than in the reader that they come from.
    var allNotes: [ConfigProblem] { notes + filterNotes + MainQueue.assume { ConfigCheck.notes(on: self) } }

    /// Problems and notes, for a config imported from another reader.
    var verdict: ConfigVerdict { ConfigVerdict(problems: allProblems, notes: allNotes) }
}
