import Configuration

/// The lines typed at prompts, kept across restarts. Each kind of prompt has its own history.
@MainActor final class PromptHistories {
    /// How many lines each history keeps.
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
        // If the history can't be written, only later runs miss it, which is no reason to report it.
        files.write { [limit] in try? file.add(text, keeping: limit) }
    }

    private func file(_ name: String) -> HistoryFile { HistoryFile(path: "\(folder)/history.\(name)") }
}
