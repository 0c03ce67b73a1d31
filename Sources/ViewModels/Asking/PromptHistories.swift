import Configuration
import Dispatch

/// What was typed at prompts, each kind of them by itself, from one run of lede to the next.
@MainActor final class PromptHistories {
    /// How many lines are kept of each.
    var limit = 0

    private let folder: String
    private var known: [String: [String]] = [:]
    /// The disk may be slow, and nobody waits for it.
    private let writing = DispatchQueue(label: "lede.histories")

    init(folder: String) {
        self.folder = folder
    }

    /// The lines of a history, the latest last.
    func lines(of name: String) -> [String] {
        if let lines = known[name] { return lines }
        let lines = limit > 0 ? file(name).read().suffix(limit) : []
        known[name] = Array(lines)
        return Array(lines)
    }

    func add(_ text: String, to name: String) {
        guard limit > 0, !text.isEmpty else { return }
        known[name] = HistoryFile.adding(text, to: lines(of: name), keeping: limit)
        let file = file(name)
        // A history that can't be written is lost with this run, and no reason to say anything.
        writing.async { [limit] in try? file.add(text, keeping: limit) }
    }

    /// Waits until what was typed is in the files.
    func settle() { writing.sync {} }

    private func file(_ name: String) -> HistoryFile { HistoryFile(path: "\(folder)/history.\(name)") }
}
