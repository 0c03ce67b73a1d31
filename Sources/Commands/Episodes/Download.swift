import Configuration
import FoundationEssentials
import Library
import Refresh
import Subscriptions
import System
import ViewModels

extension Subcommand {
    static let download = Subcommand(
        name: "download", operands: "[ITEM…]", summary: "download episodes",
        details: [
            """
            ITEM is a number from “lede items”. Downloads the files of these items, or of those that --filter chooses, and \
            puts them into the queue of episodes. Without numbers and filter, downloads what the queue is waiting for.
            """,
            """
            Files go into the folder of “download-path”. Prints the path and the title of each, once it is complete. What \
            has come of a file stays when you stop lede or the connection breaks: run it again to continue.
            """
        ],
        options: [
            .filter, Option(name: "--limit", value: "N", meaning: "number of episodes (default: 100; 0 for all)")
        ],
        examples: [
            Example(
                line: "lede download --filter 'feedtitle = \"Birds\" and unread = \"yes\"' --limit 3",
                meaning: "download the newest three unread episodes of a feed")
        ],
        exits: [Exit(code: 1, meaning: "an episode couldn't be downloaded")]
    ) { arguments in
        let filter = try arguments.filter()
        let limit = try arguments.limit(otherwise: 100)
        let paths = try arguments.paths()
        let config = Config.read(paths)
        if filter != nil, !arguments.operands.isEmpty {
            throw CommandFailure.usage("use item numbers or --filter, not both")
        }
        let subscriptions = try Subscriptions(arguments)
        let library = subscriptions.library
        let items: [ItemID]
        if filter == nil, arguments.operands.isEmpty {
            if config.isOn(.podcastAutoDownload) { try library.wantQueue() }
            items = try Array(library.wantedDownloads().prefix(limit))
        } else {
            let chosen = try filter.map { try library.items(matching: $0, limit: .max).map(\.id) }
            items = try library.want(chosen ?? arguments.items(in: library), atMost: limit, skipsOthers: filter != nil)
        }
        if items.isEmpty { arguments.output.line("nothing to download") }
        let settings = RefreshSettings(config, subscriptions.list, paths)
        let fetcher = EpisodeFetcher(library: library, settings: settings)
        let report = DownloadReport(try library.items(items), arguments.output)
        let interruption = StopSignals.receiving(fetcher.fetch(items), until: arguments.surroundings.stopSignals) {
            report.add($0)
        }
        library.settle()
        return report.close(stoppedBy: interruption.exitCode)
    }
}

extension Library {
    /// Queues the first of these items that have a file, and lets them wait for their download.
    fileprivate func want(_ items: [ItemID], atMost limit: Int, skipsOthers: Bool) throws -> [ItemID] {
        var episodes: [Episode] = []
        for item in items where episodes.count < limit {
            guard let episode = try episode(of: item), episode.url != nil else {
                if skipsOthers { continue }
                throw CommandFailure.failed("item \(item.rawValue) has no audio or video file")
            }
            episodes.append(episode)
        }
        let others = ItemSet(episodes.filter { !$0.item.isQueued }.map(\.id))
        if !others.isEmpty { mark(.items(others), .queued) }
        setDownloads(of: ItemSet(episodes.map(\.id)), to: .wanted)
        try finishWriting()
        return episodes.map(\.id)
    }
}

/// Prints what becomes of the downloads, and how far they are.
private final class DownloadReport: Sendable {
    private struct State {
        var (kept, failed) = (0, 0)
        /// What has come of each, and how much it is.
        var sizes: [ItemID: (bytes: Int, total: Int)] = [:]
        /// The first figures, from which the speed follows.
        var start: (time: ContinuousClock.Instant, bytes: Int)?
    }

    private let titles: [ItemID: String]
    private let output: Output
    private let state = Locked(State())

    init(_ items: [Item], _ output: Output) {
        titles = Dictionary(items.map { ($0.id, $0.title) }) { first, _ in first }
        self.output = output
    }

    func add(_ event: EpisodeEvent) {
        switch event.news {
        case .progress(let bytes, let total):
            state.withLock { $0.sizes[event.item] = (bytes, total ?? bytes) }
        case .kept(let path):
            state.withLock { state in
                state.kept += 1
                if let size = state.sizes[event.item] { state.sizes[event.item] = (size.total, size.total) }
            }
            output.progress("")
            output.columns(path, titles[event.item] ?? "")
        case .failed(let reason), .unreached(let reason): complain(of: event.item, reason)
        case .stopped: complain(of: event.item, "it was paused or taken out of the queue")
        }
        showProgress()
    }

    private func complain(of item: ItemID, _ problem: String) {
        state.withLock { state in
            state.failed += 1
            state.sizes[item] = nil
        }
        output.progress("")
        output.complain("item \(item.rawValue): \(problem)")
    }

    private func showProgress() {
        let (done, bytes, total, start) = state.withLock { state in
            let (bytes, total) = state.sizes.values.reduce((0, 0)) { ($0.0 + $1.bytes, $0.1 + $1.total) }
            state.start = state.start ?? (ContinuousClock.now, bytes)
            return (state.kept + state.failed, bytes, total, state.start)
        }
        var words = "\(done)/\(titles.count.counted("episode")), \(ByteCount(bytes)) of \(ByteCount(total))"
        if let start, case let seconds = (ContinuousClock.now - start.time) / .seconds(1), bytes > start.bytes {
            let speed = Double(bytes - start.bytes) / max(seconds, 0.1)
            words += ", \(ByteCount(Int(speed)))/s, \(Int(Double(total - bytes) / speed / 60) + 1) min"
        }
        output.progress(bytes, of: total, words)
    }

    func close(stoppedBy exitCode: Int32?) -> Int32 {
        let (kept, failed) = state.withLock { ($0.kept, $0.failed) }
        if !titles.isEmpty { output.endProgress() }
        if let exitCode {
            output.complain("stopped after \(kept) of \(titles.count.counted("episode")), keeping what has arrived")
            return exitCode
        }
        return failed == 0 ? 0 : 1
    }
}
