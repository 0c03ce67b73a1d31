import Dispatch
import FoundationEssentials
import Glibc
import HTTP
package import Library
package import Signals
import System
import URLs

/// Downloads episodes into the user's folder.
///
/// What has come stays there, and the next download goes on from it, whatever ended this one. Those that the network failed
/// stay wanted.
package final class EpisodeFetcher: Sendable {
    private let library: Library
    private let client = Client(userAgent: "lede")
    private let fetchQueue: FetchQueue
    /// Begins transfers and judges their ends.
    private let queue = DispatchQueue(label: "lede.episodes", qos: .utility)
    /// Waits for the disk to take a whole file, which may be seconds.
    private let finishing = DispatchQueue(label: "lede.episodes.finishing", qos: .utility)
    private let currentSettings: Locked<RefreshSettings>
    private let transfers = Locked<[ItemID: (id: TransferID, attempt: Attempt)]>([:])
    private let isTelling = Locked(false)
    /// Between tries that bring little, in seconds.
    private let pauses: [Double]
    private let subscriptions = ScopedDisposable()

    package init(
        library: Library, settings: RefreshSettings, queue: FetchQueue = FetchQueue(),
        pauses: [Double] = [1, 4, 15, 60]
    ) {
        (self.library, fetchQueue, self.pauses) = (library, queue, pauses)
        currentSettings = Locked(settings)
        queue.limit(to: settings)
        subscriptions.add(library.changes.onNext { [weak self] in self?.follow($0) })
    }

    /// May be changed at any time. Running downloads continue with the old settings.
    package var settings: RefreshSettings {
        get { currentSettings.withLock { $0 } }
        set {
            currentSettings.withLock { $0 = newValue }
            fetchQueue.limit(to: newValue)
        }
    }

    /// Downloads those of these episodes that are wanted, for each subscriber, and completes when all are finished.
    /// Disposing of the subscription stops it.
    package func fetch(_ items: [ItemID]) -> Signal<EpisodeEvent, Never> {
        fetchQueue.fetch(items, for: .asked, on: queue) { self.jobs(of: $0) }
    }

    private func jobs(of run: EpisodeRun) -> [EpisodeFetch] {
        let feeds = (try? library.feedURLs(of: run.items)) ?? [:]
        var jobs: [EpisodeFetch] = []
        for item in run.items {
            let url = (try? library.episode(of: item))?.url
            if let objection = RefreshSettings.objection(toFileAt: url, from: feeds[item] ?? "") {
                library.setDownloads(of: [item], to: .failed, because: objection)
                run.report(item, .failed(objection))
            } else if let url {
                jobs.append(EpisodeFetch(item, at: url, feedURL: feeds[item] ?? "", for: run, by: self))
            }
        }
        return jobs
    }

    fileprivate func start(_ job: EpisodeFetch) { queue.async { self.attempt(job) } }

    /// Tries to fetch the rest of a file. So many tries have brought little.
    private func attempt(_ begun: EpisodeFetch, after tries: Int = 0) {
        guard let job = fetchQueue.current(begun) else { return fetchQueue.giveUp(begun) }
        let settings = settings
        let folder = settings.downloads.folder
        do {
            let episode = try library.episode(of: job.item)
            // Another process may have been quicker.
            if let path = episode?.file(in: folder) { return finish(job, .kept(path: path)) }
            guard let episode, episode.isToBeFetched, let name = try fileName(of: episode, settings.downloads)
            else { return finish(job, .stopped) }
            let needed = max(episode.download.total ?? 0, 1)
            let most = try library.makeRoom(for: needed, of: job.item, settings.downloads)
            guard most >= needed else { return fail(job, Self.noRoom, stage: .wanted) }
            guard let file = try openPart(of: job.item, name, atMost: most, folder) else {
                return finish(job, .unreached("another lede downloads it"))
            }
            let attempt = Attempt(job: job, file: file, name: name, folder: folder, tries: tries)
            if try finishWhole(attempt, episode) { return }
            if file.progress.bytes == file.progress.total { return finishing.async { self.complete(attempt) } }
            var request = Request(job.url, options: settings.options(forLinkOf: job.feedURL, to: job.url))
            request.options.accepted = "*/*"
            request.file = file
            fetch(request, attempt)
        } catch {
            fail(job, "\(error)", stage: .wanted)
        }
    }

    /// The name that its file has or gets.
    private func fileName(of episode: Episode, _ settings: DownloadSettings) throws -> String? {
        if let name = episode.download.file { return name }
        let name = try settings.folder.freeName(
            like: episode.fileName(as: settings.nameFormat), besides: library.episodeFileNames())
        // Another process may have named it.
        return try library.changeDownload(of: episode.id) { $0.file = $0.file ?? name }?.file
    }

    /// Opens what has come of a file, or lets it begin; nil if another process has it.
    private func openPart(
        of item: ItemID, _ name: String, atMost most: Int, _ folder: EpisodeFolder
    ) throws -> DownloadFile? {
        guard let (descriptor, size) = try folder.openPart(of: name) else { return nil }
        do {
            // Only now does nobody else change it.
            if let part = try library.episode(of: item)?.download, let validator = part.validator,
                size > 0, size <= part.total ?? .max
            {
                let version = FileValidator(validator, from: part.validatorHost ?? "")
                return DownloadFile(descriptor, continuing: (size, version, part.total), atMost: most)
            }
            // Until its version is known, what is there belongs to none, also after a power cut: it might have the bytes of
            // another version.
            try library.changeDownload(of: item, durably: true) {
                ($0.total, $0.validator, $0.validatorHost) = (nil, nil, nil)
            }
            guard ftruncate(descriptor, 0) == 0 else { throw FileFailure(folder.path) }
            return DownloadFile(descriptor, atMost: most) { [library, queue] version, total in
                queue.async {
                    _ = try? library.changeDownload(of: item) {
                        ($0.validator, $0.validatorHost, $0.total) = (version?.text, version?.server, total)
                    }
                }
            }
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Returns whether the whole file is there: another process has just completed it, or one was killed when it had.
    private func finishWhole(_ attempt: Attempt, _ episode: Episode) throws -> Bool {
        guard let path = attempt.folder.path(of: attempt.name),
            let total = episode.download.total, attempt.folder.bytes(of: attempt.name) == total
        else { return false }
        attempt.close()
        try library.changeDownload(of: episode.id) {
            $0 = EpisodeDownload(stage: .kept, file: attempt.name, total: total)
        }
        finish(attempt.job, .kept(path: path))
        return true
    }

    private func fetch(_ request: Request, _ attempt: Attempt) {
        let id = TransferID()
        transfers.withLock { $0[attempt.job.item] = (id, attempt) }
        let isWanted = fetchQueue.hold(ActionDisposable { [client] in client.cancel(id) }, for: attempt.job)
        client.fetch(request, as: id) { [self] result in queue.async { self.handle(result, attempt) } }
        if !isWanted { client.cancel(id) }
        tellProgress()
    }

    private func handle(_ result: Result<Response, FetchFailure>, _ attempt: Attempt) {
        let (job, file, tries) = (attempt.job, attempt.file, attempt.tries)
        transfers.withLock { $0[job.item] = nil }
        guard case .failure(let failure) = result else { return finishing.async { self.complete(attempt) } }
        attempt.close()
        switch failure {
        case .cancelled where isWanted(job.item): fetchQueue.giveUp(job)
        case .cancelled: finish(job, .stopped)
        case .tooLarge where file.progress.total == nil: fail(job, Self.noRoom, stage: .wanted)
        case .noRoom, .notWritten: fail(job, failure.wordsForPage, stage: .wanted)
        case .tooLarge where tries < pauses.count, .changed where tries < pauses.count:
            do throws(LibraryFailure) {
                // It begins again. If it is known now how much is to come, files of heard episodes may go.
                try library.changeDownload(of: job.item) {
                    ($0.validator, $0.validatorHost) = (nil, nil)
                    $0.total = failure == .changed ? nil : file.progress.total
                }
                self.attempt(job, after: tries + 1)
            } catch {
                fail(job, error.description)
            }
        // One that always begins again, and breaks again, would go on forever.
        default: retry(job, after: failure, tries: file.version != nil && file.gain > 1 << 20 ? 0 : tries)
        }
    }

    /// Waits, if another try may bring more.
    private func retry(_ job: EpisodeFetch, after failure: FetchFailure, tries: Int) {
        let words = failure.wordsForPage
        let busy = failure.busyHost(at: Date()).map { max(0, $0.until.timeIntervalSinceNow) }
        guard busy != nil || failure.failing == .network || failure.failing == .server else { return fail(job, words) }
        guard tries < pauses.count, busy ?? 0 <= Self.longestPause else {
            library.setDownloads(of: [job.item], to: .wanted, because: words)
            return finish(job, .unreached(words))
        }
        queue.asyncAfter(deadline: .now() + max(pauses[tries], busy ?? 0)) { self.attempt(job, after: tries + 1) }
    }

    private func complete(_ attempt: Attempt) {
        do {
            let name = try attempt.folder.finish(attempt.name)
            let download = EpisodeDownload(stage: .kept, file: name, total: attempt.file.progress.bytes)
            try library.changeDownload(of: attempt.job.item) { $0 = download }
            attempt.close()
            finish(attempt.job, .kept(path: "\(attempt.folder.path)/\(name)"))
        } catch {
            attempt.close()
            fail(attempt.job, "\(error)", stage: .wanted)
        }
    }

    private func fail(_ job: EpisodeFetch, _ words: String, stage: EpisodeDownload.Stage = .failed) {
        library.setDownloads(of: [job.item], to: stage, because: words)
        finish(job, .failed(words))
    }

    private func finish(_ job: EpisodeFetch, _ news: EpisodeNews) {
        for run in fetchQueue.finish(job) { run.report(job.item, news) }
    }

    private func isWanted(_ item: ItemID) -> Bool { (try? library.episode(of: item))?.isToBeFetched == true }

    /// Tells how far downloads are, twice a second while one runs.
    private func tellProgress() {
        let isFirst = isTelling.withLock { isTelling in
            defer { isTelling = true }
            return !isTelling
        }
        if isFirst { queue.asyncAfter(deadline: .now() + 0.5) { self.tellProgressNow() } }
    }

    private func tellProgressNow() {
        isTelling.withLock { $0 = false }
        let running = transfers.withLock { Array($0.values) }
        for (_, attempt) in running {
            let progress = attempt.file.progress
            for run in fetchQueue.current(attempt.job)?.runs ?? [] {
                run.report(attempt.job.item, .progress(bytes: progress.bytes, total: progress.total))
            }
        }
        if !running.isEmpty { tellProgress() }
    }

    /// Stops downloads that nobody wants any more.
    private func follow(_ change: LibraryChange) {
        switch change {
        case .episodes, .marked, .restored, .marks: queue.async { self.stopUnwanted() }
        case .subscriptions, .feed, .queries, .query, .rewritten, .pages, .newItems, .done: break
        }
    }

    private func stopUnwanted() {
        for (item, transfer) in transfers.withLock({ $0 }) where !isWanted(item) { client.cancel(transfer.id) }
    }

    private static let longestPause: TimeInterval = 300
    private static let noRoom = "“download-megabytes” leaves no room for it"
}

/// What became of an episode's download.
package enum EpisodeNews: Equatable, Sendable {
    case progress(bytes: Int, total: Int?)
    case kept(path: String)
    /// The reason, in words for the user.
    case failed(String)
    /// It can't come now, for this reason, and stays wanted.
    case unreached(String)
    /// It isn't wanted any more.
    case stopped
}

package struct EpisodeEvent: Sendable {
    package let item: ItemID
    package let news: EpisodeNews
}

private typealias EpisodeRun = ItemRun<EpisodeEvent>

extension ItemRun<EpisodeEvent> {
    fileprivate func report(_ item: ItemID, _ news: EpisodeNews) {
        if case .progress = news { return tell(EpisodeEvent(item: item, news: news), of: item) }
        report(EpisodeEvent(item: item, news: news), of: item)
    }
}

/// An episode to download, and the runs that wait for it.
private struct EpisodeFetch: FetchJob {
    let item: ItemID
    let url: String
    let host: FeedHost?
    /// The feed with whose settings it is fetched.
    let feedURL: String
    var runs: [EpisodeRun]
    private let fetcher: EpisodeFetcher

    init(_ item: ItemID, at url: String, feedURL: String, for run: EpisodeRun, by fetcher: EpisodeFetcher) {
        (self.item, self.url, self.feedURL, self.fetcher) = (item, url, feedURL, fetcher)
        (host, runs) = (FeedHost(of: url), [run])
    }

    var key: FetchKey { .episode(item) }
    var priority: FetchPriority { .download }

    func start() { fetcher.start(self) }
}

/// A file that a transfer may complete, and how many before brought little.
private struct Attempt: Sendable {
    let job: EpisodeFetch
    let file: DownloadFile
    let name: String
    let folder: EpisodeFolder
    let tries: Int

    /// Lets others have the file. One into which nothing has come goes.
    func close() {
        folder.removeEmptyPart(of: name)
        file.end()
    }
}

extension Episode {
    fileprivate var isToBeFetched: Bool { download.stage == .wanted && item.isQueued }
}

extension RefreshSettings {
    /// Why lede doesn't fetch the file of a feed's item; nil if it does.
    fileprivate static func objection(toFileAt url: String?, from feedURL: String) -> String? {
        guard let url else { return "it has no audio or video file" }
        guard url.utf8.count <= 8 << 10, let address = WebURL(url), address.isOnTheWeb else {
            return "its URL isn't on the web"
        }
        return address.mayBeReached(from: feedURL) ? nil : "it is in your own network"
    }
}
