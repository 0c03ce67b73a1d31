import Dispatch
import FoundationEssentials
import HTTP
package import Library
import Pictures
package import Signals
import System
import URLs

/// Fetches the pictures of items, and keeps those in the cache folder.
package final class PictureFetcher: Sendable {
    private let library: Library
    private let client = Client(userAgent: "lede")
    private let fetchQueue: FetchQueue
    private let parsing = ParsingQueues()
    /// Reads what is known of the pictures, and starts requests.
    private let queue = DispatchQueue(label: "lede.pictures")
    /// Reads what is known of thousands of pictures, for which those that the user looks at mustn't wait.
    private let aheadQueue = DispatchQueue(label: "lede.pictures.ahead", qos: .utility)
    private let reach = Locked(Reach<PictureFetch>())
    private let currentSettings: Locked<RefreshSettings>
    /// The bytes stored since the limits were applied last.
    private let storedBytes = Locked(0)
    private let troublesSubject = Subject<LibraryFailure, Never>()
    private let isTroubled = Locked(false)

    package init(library: Library, settings: RefreshSettings, queue: FetchQueue = FetchQueue()) {
        self.library = library
        fetchQueue = queue
        currentSettings = Locked(settings)
        queue.limit(to: settings)
    }

    /// May be changed at any time. Running transfers continue with the old settings.
    package var settings: RefreshSettings {
        get { currentSettings.withLock { $0 } }
        set {
            currentSettings.withLock { $0 = newValue }
            fetchQueue.limit(to: newValue)
        }
    }

    /// Why pictures can't be kept: once, until one can be kept again.
    package var troubles: Signal<LibraryFailure, Never> { troublesSubject.signal }

    /// Fetches the pictures of these items for each subscriber, and completes when all are finished: one event for each
    /// URL, at once for those that are there. Only those, if `usesNetwork` is false. Disposing of the subscription stops
    /// it: what has come stays.
    package func fetch(
        _ pictures: [ItemPictures], for purpose: PagePurpose, usingNetwork usesNetwork: Bool = true
    ) -> Signal<PictureEvent, Never> {
        Signal { [self] observer in
            let run = PictureRun(pictures, for: purpose, observer)
            let queue = purpose == .ahead ? aheadQueue : queue
            queue.async { self.begin(run, usesNetwork) }
            return ActionDisposable { self.stop(run) }
        }
    }

    private func begin(_ run: PictureRun, _ usesNetwork: Bool) {
        let settings = settings
        do throws(LibraryFailure) {
            if run.purpose == .ahead { try library.makePictureFolder() }
            let items = run.itemsOfURLs
            let known = try library.knowledge(ofPicturesAt: run.urls.filter { !DataURL.isOne($0) })
            try library.link(picturesAt: items.filter { known[$0.key] != nil })
            let feeds = try library.feedURLs(of: run.pictures.map(\.item))
            var jobs: [PictureFetch] = []
            for url in run.urls where !run.isOver {
                switch start(url, known[url], items[url] ?? [], feeds, run, settings, usesNetwork) {
                case .wait(let job): jobs.append(job)
                case .settled(let outcome): run.report(url, outcome, isTried: usesNetwork)
                }
            }
            fetchQueue.add(jobs)
        } catch {
            note(error)
            for url in run.left { run.report(url, .failed(error.description), isTried: false) }
        }
        if run.isOver { fetchQueue.leave(run, PictureFetch.self) }
        completeIfFinished(run)
    }

    /// What is known of a picture before it is fetched.
    private enum Start {
        case wait(PictureFetch)
        /// No request is necessary, or allowed.
        case settled(PictureOutcome)
    }

    private func start(
        _ url: String, _ known: PictureKnowledge?, _ items: [ItemID], _ feeds: [ItemID: String], _ run: PictureRun,
        _ settings: RefreshSettings, _ usesNetwork: Bool
    ) -> Start {
        if DataURL.isOne(url) { return .settled(outcome(ofDataAt: url)) }
        switch known {
        case .kept(let picture): return .settled(.kept(picture))
        case .failed(let reason, let date) where date > Date() && !run.purpose.isAsked: return .settled(.failed(reason))
        case .failed, nil: break
        }
        guard url.utf8.count <= Self.longestURL, let address = WebURL(url) else {
            return .settled(.failed("its URL isn't valid"))
        }
        if run.purpose == .ahead, settings.largestKeptPicture == 0 {
            return .settled(.failed("“cache-pictures” is “no”"))
        }
        var objection = "its item was deleted"
        // Items of several feeds may show it, of which one may be the user's own.
        for feed in items.compactMap({ feeds[$0] }) {
            if let reason = settings.objection(to: address, from: feed, for: run.purpose) {
                objection = reason
            } else if usesNetwork {
                return .wait(PictureFetch(url, of: items, feedURL: feed, for: run, by: self))
            } else {
                return .settled(.unreached("lede is offline"))
            }
        }
        return .settled(.failed(objection))
    }

    private func outcome(ofDataAt url: String) -> PictureOutcome {
        guard let data = DataURL(url) else { return .failed("its URL contains no picture") }
        do throws(PictureFailure) {
            _ = try PictureFormat(data.bytes)
            return .passing(data.bytes)
        } catch {
            return .failed(error.words)
        }
    }

    func start(_ job: PictureFetch) { queue.async { self.fetch(job) } }

    private func fetch(_ job: PictureFetch) {
        guard let job = fetchQueue.current(job) else { return fetchQueue.giveUp(job) }
        // It may have come meanwhile, perhaps by another process.
        if let kept = (try? library.pictures(at: [job.url]))?[job.url] {
            try? library.link(picturesAt: [job.url: job.items])
            return finish(job, .kept(kept))
        }
        let settings = settings
        let transfer = TransferID()
        let isWanted = fetchQueue.hold(ActionDisposable { [client] in client.cancel(transfer) }, for: job)
        guard isWanted else { return fetchQueue.giveUp(job) }
        client.fetch(settings.request(for: job), as: transfer) { [self] result in
            parsing.async { self.handle(result, of: job, settings) }
        }
    }

    private func handle(
        _ result: Result<Response, FetchFailure>, of begun: PictureFetch, _ settings: RefreshSettings
    ) {
        guard let job = fetchQueue.current(begun) else { return fetchQueue.giveUp(begun) }
        switch result {
        case .failure(.cancelled): fetchQueue.giveUp(job)
        case .failure(.tooLarge)
        where begun.isAhead && !job.isAhead && settings.largestKeptPicture < PictureLimits.bytes:
            // The user looks at it by now.
            fetchQueue.giveUp(job)
        case .failure(let failure): fail(job, failure)
        case .success(let response):
            record(reach.withLock { $0.recordReached() }, because: "the server couldn't be reached")
            do throws(PictureFailure) {
                _ = try PictureFormat(response.body)
                let outcome = outcome(of: job, response, settings)
                for run in job.runs { run.report(job.url, outcome) }
                if case .kept(let picture) = outcome { limit(job.runs, after: picture, settings) }
                // Only now: until then no other picture begins, which may be one too many.
                finish(job, outcome)
            } catch {
                record([job], because: error.words, isDefinite: true)
                finish(job, .failed(error.words))
            }
        }
    }

    private func outcome(of job: PictureFetch, _ response: Response, _ settings: RefreshSettings) -> PictureOutcome {
        if response.forbidsCopies {
            return job.isAhead ? .failed("the site doesn't want copies of its pictures") : .passing(response.body)
        }
        guard response.body.count <= settings.largestKeptPicture else { return .passing(response.body) }
        do throws(LibraryFailure) {
            let validators = response.validators
            let kept = try library.store(
                FetchedPicture(
                    url: job.url, bytes: response.body, etag: validators.etag?.ifShort,
                    lastModified: validators.lastModified?.ifShort),
                for: job.items, isPreloaded: job.isAhead, at: Date())
            isTroubled.withLock { $0 = false }
            return .kept(kept)
        } catch {
            note(error)
            for run in job.runs where run.purpose == .ahead { giveUp(run, because: error.description) }
            return .passing(response.body)
        }
    }

    /// Keeps the cache within its limits already while pictures come. A run that has filled it ends, as the rest would
    /// come and go.
    private func limit(_ runs: [PictureRun], after picture: KeptPicture, _ settings: RefreshSettings) {
        guard let limits = settings.cacheLimits else { return }
        let isTime = storedBytes.withLock { bytes in
            bytes += picture.bytes
            defer { if bytes > limits.bytes / 8 { bytes = 0 } }
            return bytes > limits.bytes / 8
        }
        if isTime { _ = try? library.discardCached(beyond: limits, at: Date()) }
        for run in runs where run.purpose == .ahead && run.count(picture.bytes) > limits.bytes {
            try? library.recordPictures(of: run.items.others, triedAgainAt: Date() + 7 * 86_400)
            giveUp(run, because: "“cache-size” leaves no room for it")
        }
    }

    private func fail(_ job: PictureFetch, _ failure: FetchFailure) {
        if failure.failing == .network {
            if reach.withLock({ $0.recordUnreached(job) }) { record([job], because: failure.description) }
            return finish(job, .unreached(failure.description), isTried: false)
        }
        record(reach.withLock { $0.recordReached() }, because: "the server couldn't be reached")
        let words = failure.wordsForPicture
        // A redirect may have led to another server.
        if let busy = failure.busyHost(at: Date()), busy.host == job.host {
            let waiting: [PictureFetch] = fetchQueue.takeWaiting(for: busy.host)
            record([job] + waiting, because: "the server is busy", earliest: busy.until)
            for other in waiting { report(other.url, .failed("the server is busy: try again later"), to: other.runs) }
        } else if !failure.isOfSettings {
            record([job], because: words, isDefinite: failure.saysNoPicture)
        }
        finish(job, .failed(words))
    }

    /// Notes that lede shouldn't try these pictures again by itself soon.
    private func record(
        _ jobs: [PictureFetch], because reason: String, isDefinite: Bool = false, earliest: Date? = nil
    ) {
        guard !jobs.isEmpty else { return }
        try? library.recordFailure(
            ofPicturesAt: Dictionary(jobs.map { ($0.url, $0.items) }) { $0 + $1 }, because: reason,
            isDefinite: isDefinite, earliest: earliest, at: Date())
    }

    private func finish(_ job: PictureFetch, _ outcome: PictureOutcome, isTried: Bool = true) {
        let runs = fetchQueue.finish(job)
        if fetchQueue.isEmpty(.shownPicture), fetchQueue.isEmpty(.laterPicture) { reach.withLock { $0 = Reach() } }
        report(job.url, outcome, isTried: isTried, to: runs)
    }

    private func report(_ url: String, _ outcome: PictureOutcome, isTried: Bool = true, to runs: [PictureRun]) {
        for run in runs {
            run.report(url, outcome, isTried: isTried)
            completeIfFinished(run)
        }
    }

    private func completeIfFinished(_ run: PictureRun) {
        guard run.isFinished else { return }
        recordItems(of: run)
        run.complete()
    }

    /// Notes which items need no further look.
    private func recordItems(of run: PictureRun) {
        if run.purpose == .ahead { try? library.recordPictures(of: run.items.finished) }
    }

    private func stop(_ run: PictureRun) {
        guard run.end() else { return }
        fetchQueue.leave(run, PictureFetch.self)
        queue.async { self.recordItems(of: run) }
    }

    /// Ends a run for which further requests would be in vain.
    private func giveUp(_ run: PictureRun, because reason: String) {
        fetchQueue.leave(run, PictureFetch.self)
        recordItems(of: run)
        for url in run.left { run.report(url, .failed(reason), isTried: false) }
        run.complete()
    }

    /// Reports why pictures can't be kept, unless the user knows.
    private func note(_ failure: LibraryFailure) {
        let isNews = isTroubled.withLock { isTroubled in
            defer { isTroubled = true }
            return !isTroubled
        }
        if isNews { troublesSubject.send(failure) }
    }

    private static let longestURL = 8 << 10
}

/// What became of a picture.
package enum PictureOutcome: Equatable, Sendable {
    /// Its file is in the cache folder.
    case kept(KeptPicture)
    /// It is here, but lede doesn't keep it: the settings say so, its site does, or the folder can't be written to.
    case passing([UInt8])
    /// The reason, in words for the user.
    case failed(String)
    /// The server couldn't be reached, for this reason.
    case unreached(String)
}

package struct PictureEvent: Sendable {
    package let url: String
    package let outcome: PictureOutcome
}

extension RefreshSettings {
    /// Why a feed's items may not make lede fetch this picture; nil if they may.
    fileprivate func objection(to url: WebURL, from feedURL: String, for purpose: PagePurpose) -> String? {
        guard url.isOnTheWeb, let host = url.host else { return "its URL isn't on the web" }
        if !url.mayBeReached(from: feedURL) { return "it is in your own network" }
        if !purpose.isAsked, !pictureHosts.allows(host) { return "“pictures-hosts” doesn't allow its host" }
        return nil
    }

    /// The request for a picture. Ahead, what lede wouldn't keep isn't transferred.
    func request(for job: PictureFetch) -> Request {
        var options = options(forLinkOf: job.feedURL, to: job.url)
        options.accepted = "image/jpeg, image/png, image/webp, image/gif, image/avif;q=0.8, image/*;q=0.5, */*;q=0.2"
        if !job.runs.contains(where: \.purpose.isAsked) { options.hosts = pictureHosts }
        var limits = options.limits ?? HTTP.Limits()
        limits.size = job.isAhead ? min(largestKeptPicture, PictureLimits.bytes) : PictureLimits.bytes
        options.limits = limits
        return Request(job.url, options: options)
    }
}

/// A URL that contains a document.
private struct DataURL {
    let bytes: [UInt8]

    static func isOne(_ url: String) -> Bool { url.prefix(5).lowercased() == "data:" }

    /// Nil if it contains nothing, or more than a picture may have.
    init?(_ url: String) {
        // Four characters for three bytes, or a hundred digits of which each is three characters.
        guard Self.isOne(url), url.utf8.count <= 3 * PictureLimits.bytes, let comma = url.firstIndex(of: ",") else {
            return nil
        }
        let head = url[..<comma].lowercased()
        let decoded = Array(url[url.index(after: comma)...].utf8).percentDecoded
        if head.hasSuffix(";base64") {
            guard let data = Data(base64Encoded: Data(decoded), options: .ignoreUnknownCharacters) else { return nil }
            bytes = Array(data)
        } else {
            bytes = decoded
        }
        if bytes.isEmpty || bytes.count > PictureLimits.bytes { return nil }
    }
}
