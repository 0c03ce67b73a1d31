import Configuration

/// What was typed at prompts, each kind of them by itself, from one run of lede to the next.
@MainActor final class PromptHistories {
    /// How many lines are kept of each.
    var limit = 0

    private let folder: String
    private let files: RememberedFiles
    private var known: [String: [String]] = [:]

    init(folder: String, files: RememberedFiles) {
        self.folder = folder
        self.files = files
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
        files.write { [limit] in try? file.add(text, keeping: limit) }
    }

    private func file(_ name: String) -> HistoryFile { HistoryFile(path: "\(folder)/history.\(name)") }
}
