import Configuration
import Files

extension FeedHistory {
    /// The history saved by the last run, so that the first list of feeds is complete.
    static func kept(in paths: Paths) -> FeedHistory? {
        (try? PrivateFiles.read(paths.feedHistory, atMost: longest)).flatMap(FeedHistory.init)
    }

    /// Saves the history for the next start.
    @MainActor func keep(in paths: Paths, by files: RememberedFiles) {
        if self != Self.kept(in: paths) { files.keep(text, at: paths.feedHistory, inTheEnd: true) }
    }
}
