import Configuration

extension FeedHistory {
    /// What the last reader kept, so that the first list of feeds is a complete one.
    static func kept(in paths: Paths) -> FeedHistory? {
        (try? PrivateFiles.read(paths.feedHistory, atMost: longest)).flatMap(FeedHistory.init)
    }

    /// Keeps it for the next start. That it can't be kept is no reason to keep the person from leaving.
    func keep(in paths: Paths) {
        if self != Self.kept(in: paths) { try? PrivateFiles.write(Array(text.utf8), to: paths.feedHistory) }
    }
}
