import Configuration
import Files

extension FeedHistory {
    /// What the last reader kept, so that the first list of feeds is a complete one.
    static func kept(in paths: Paths) -> FeedHistory? {
        (try? PrivateFiles.read(paths.feedHistory, atMost: longest)).flatMap(FeedHistory.init)
    }

    /// Keeps it for the next start.
    @MainActor func keep(in paths: Paths, by files: RememberedFiles) {
        if self != Self.kept(in: paths) { files.keep(text, at: paths.feedHistory, inTheEnd: true) }
    }
}
