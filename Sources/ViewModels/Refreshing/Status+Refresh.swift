import Spelling

extension Status {
    /// The finish line of a refresh. `failures` is the key that shows the failures; nil if they are on the screen.
    init(_ progress: RefreshModel.Progress, seeing failures: String?) {
        var parts: [String] = []
        if progress.done < progress.total { parts.append("stopped after \(progress.done) of \(progress.total) feeds") }
        parts.append(
            progress.newItems == 0
                ? "nothing new"
                : "\(progress.newItems) new in \(progress.feedsWithNews.counted("feed"))"
        )
        var troubles: [String] = []
        if progress.failed > 0 { troubles.append("\(progress.failed) failed") }
        if progress.leftOut > 0 { troubles.append("\(progress.leftOut) skipped") }
        if !troubles.isEmpty { parts.append(troubles.joined(separator: " · ") + (failures.map { " (\($0))" } ?? "")) }
        let text = parts.joined(separator: " · ")
        self.init(
            text: text.prefix(1).uppercased() + text.dropFirst(), kind: progress.nothingAnswered ? .failed : .done)
    }
}
