import Configuration
import Dispatch
import FoundationEssentials
package import Library
import Refresh
package import Signals
import Subscriptions
import System

/// Downloads the episodes of the queue that wait for it, while there is a network.
@MainActor package final class Downloading: ReaderPart {
    package struct Progress: Equatable, Sendable {
        package let bytes: Int
        package let total: Int?
        fileprivate let start: (time: ContinuousClock.Instant, bytes: Int)
        /// How long the rest takes, in minutes, at the speed so far.
        package let minutes: Int?

        fileprivate init(_ bytes: Int, of total: Int?, after last: Progress?) {
            let now = ContinuousClock.now
            (self.bytes, self.total, start) = (bytes, total, last?.start ?? (now, bytes))
            let speed = Double(bytes - start.bytes) / max((now - start.time) / .seconds(60), 1e-6)
            minutes = total.flatMap { speed > 0 ? Int(min(Double($0 - bytes) / speed, 1e6)) + 1 : nil }
        }

        package static func == (left: Progress, right: Progress) -> Bool {
            (left.bytes, left.total, left.minutes) == (right.bytes, right.total, right.minutes)
        }
    }

    unowned let reader: ReaderModel
    /// How far those are that come.
    @Published package private(set) var progress: [ItemID: Progress] = [:]
    /// Those that need no other try until something changes.
    private var begun: Set<ItemID> = []
    private lazy var fetcher = EpisodeFetcher(
        library: session.library, settings: settings, queue: reader.refresh.fetchQueue)
    private let choosing: Inquiry
    private var runs = ScopedDisposable()
    private let scope = ScopedDisposable()

    init(_ reader: ReaderModel) {
        self.reader = reader
        choosing = Inquiry(reader.session.news)
    }

    private var settings: RefreshSettings {
        RefreshSettings(session.config, reader.subscriptions.list, session.paths)
    }

    /// Begins, and goes on whenever episodes or the network come. Closures hold the reader, which may be about to end.
    func follow() {
        scope.add(
            reader.connection.$isOffline.changes.observe { [weak reader] isOffline in
                if isOffline { reader?.actions.downloading.stop() } else { reader?.actions.downloading.tryAgain() }
            })
        scope.add(session.news.changes.observe { [weak reader] in reader?.actions.downloading.follow($0) })
        tidy()
        goOn()
    }

    private func follow(_ change: LibraryChange) {
        switch change {
        case .episodes: goOn()
        // Files go to the trash and come back, which may make room.
        case .marked(.state(.queued, _), _, _), .marked(.state(.heard, _), _, _), .marked(.deleted, _, _), .marks,
            .restored:
            tidy()
            tryAgain()
        default: break
        }
    }

    /// Tries again what failed, since it may come now.
    func tryAgain() {
        begun.formIntersection(progress.keys)
        goOn()
    }

    private func tidy() {
        DispatchQueue.global(qos: .utility).async {
            [weak reader, library = session.library, downloads = settings.downloads] in
            // The next housekeeping does what can't be done now.
            try? library.tidyDownloads(downloads, at: Date())
            MainQueue.async { reader?.screens.episodes.follow(.episodes) }
        }
    }

    private func goOn() {
        if reader.connection.isOffline { return }
        choosing.ask { [wantsAll = session.config.isOn(.podcastAutoDownload)] library throws(LibraryFailure) in
            if wantsAll { try library.wantQueue() }
            return try library.wantedDownloads()
        } receive: { [weak reader] items in
            if let items { reader?.actions.downloading.fetch(items) }
        }
    }

    private func fetch(_ wanted: [ItemID]) {
        let items = wanted.filter { !begun.contains($0) }
        if items.isEmpty { return }
        begun.formUnion(items)
        fetcher.settings = settings
        runs.add(fetcher.fetch(items).onMain { [weak reader] in reader?.actions.downloading.receive($0) })
    }

    private func receive(_ event: EpisodeEvent) {
        if case .progress(let bytes, let total) = event.news {
            reader.connection.recordAnswer()
            progress[event.item] = Progress(bytes, of: total, after: progress[event.item])
            return
        }
        progress[event.item] = nil
        switch event.news {
        case .kept, .stopped, .progress: begun.remove(event.item)
        case .unreached: break
        case .failed(let reason):
            let place = reader.screen == .episodes ? "" : " (\(session.key(.showEpisodes)) for the queue)"
            session.status = .problem("A download failed\(place): \(reason)")
        }
    }

    private func stop() {
        runs = ScopedDisposable()
        (begun, progress) = ([], [:])
    }
}

// What the user does.
extension Downloading {
    /// Queues and downloads the episode here, or pauses its download.
    func toggle() {
        guard let episode = reader.actions.listening.episode else { return }
        guard episode.url != nil else {
            return session.status = .refused("This item has no file: it plays from its site")
        }
        if progress[episode.id] != nil || episode.download.stage == .wanted && episode.download.failure == nil {
            session.library.setDownloads(of: [episode.id], to: .paused)
            return session.status = .done("Paused the download (\(session.key(.download)) to go on)")
        }
        guard episode.file(in: settings.downloads.folder) == nil else {
            return session.status = .refused("It is downloaded already")
        }
        if !episode.item.isQueued { reader.items.mark(episode.item, .queued) }
        begun.remove(episode.id)
        session.library.setDownloads(of: [episode.id], to: .wanted)
        session.status = .done("Downloading “\(episode.item.displayTitle)” (\(session.key(.download)) to pause)")
    }
}
