import Dispatch
package import Extraction
import FoundationEssentials
import HTTP
package import Library
package import Signals
import System
import URLs

/// Fetches items' pages, takes the articles out of them, and stores those. An item's transcript stands for its page.
package final class PageFetcher: Sendable {
    private let library: Library
    private let rule: @Sendable (_ host: String) -> SiteRule?
    private let client = Client(userAgent: "lede")
    private let fetchQueue: FetchQueue
    private let parsing = ParsingQueues()
    /// Reads what is known of the pages, and starts requests.
    private let queue = DispatchQueue(label: "lede.pages")
    private let currentSettings: Locked<RefreshSettings>
    /// The bytes of articles stored since the limits were applied last.
    private let storedBytes = Locked(0)

    /// `rule` returns the user's rule for the pages of a host.
    package init(
        library: Library, settings: RefreshSettings, queue: FetchQueue = FetchQueue(),
        rule: @escaping @Sendable (_ host: String) -> SiteRule?
    ) {
        self.library = library
        self.rule = rule
        fetchQueue = queue
        currentSettings = Locked(settings)
        queue.limit(to: settings)
    }

    /// May be changed at any time. Running fetches continue with the old settings.
    package var settings: RefreshSettings {
        get { currentSettings.withLock { $0 } }
        set {
            currentSettings.withLock { $0 = newValue }
            fetchQueue.limit(to: newValue)
        }
    }

    /// Fetches the pages of these items for each subscriber, and completes when all are finished. Disposing of the
    /// subscription stops it: what has come stays.
    package func fetch(_ items: [ItemID], for purpose: PagePurpose) -> Signal<PageEvent, Never> {
        fetchQueue.fetch(items, for: purpose, on: queue) { self.jobs(of: $0) }
    }

    private func jobs(of run: PageRun) -> [PageFetch] {
        let settings = settings
        var jobs: [PageFetch] = []
        for item in run.items {
            if run.isOver { break }
            guard let page = (try? library.pageLink(of: item)) ?? nil else {
                run.report(item, .failed("it has no link"))
                continue
            }
            if let objection = settings.objection(toPageAt: page.link, of: page.feedURL, for: run.purpose) {
                run.report(item, .failed(objection))
            } else {
                jobs.append(PageFetch(item, at: page.link, for: run, settings, by: self))
            }
        }
        return jobs
    }

    fileprivate func start(_ job: PageFetch) {
        queue.async { [self] in
            // Only now, as the texts of all items would take too much memory.
            if let page = try? library.pageToFetch(of: job.item) {
                ask(for: page, at: page.link, after: [], since: .now, job)
            } else {
                finish(job, .failed("it was deleted"))
            }
        }
    }

    /// Asks for a page, or for the next page of an article whose first pages have come.
    private func ask(
        for page: PageToFetch, at url: String, after texts: [PageText], since start: ContinuousClock.Instant,
        _ job: PageFetch
    ) {
        var request = Request(url, options: job.settings.options(for: page, at: url))
        if !job.run.purpose.isAsked { request.options.hosts = job.settings.pageHosts }
        if texts.isEmpty { request.validators = Validators(etag: page.etag, lastModified: page.lastModified) }
        let transfer = TransferID()
        let isWanted = fetchQueue.hold(ActionDisposable { [client] in client.cancel(transfer) }, for: job)
        guard isWanted else { return fetchQueue.giveUp(job) }
        client.fetch(request, as: transfer) { [self] result in
            parsing.async { self.handle(result, of: page, after: texts, since: start, job) }
        }
    }

    private func handle(
        _ result: Result<Response, FetchFailure>, of page: PageToFetch, after texts: [PageText],
        since start: ContinuousClock.Instant, _ job: PageFetch
    ) {
        let (run, settings) = (job.run, job.settings)
        switch result {
        case .failure(.cancelled): fetchQueue.giveUp(job)
        case .failure(let failure):
            // What has come of the article is better than nothing.
            if texts.isEmpty { fail(job, failure) } else { store(texts, of: job) }
        case .success(let response) where response.isNotModified && texts.isEmpty:
            noteAnswer(in: run)
            finish(job, unchanged(page))
        case .success(let response):
            noteAnswer(in: run)
            var text = PageText(response, of: page, in: library, rule)
            if run.purpose == .ahead, response.forbidsCopies || text.forbidsCopies {
                text.withhold(because: "the site doesn't want copies of its pages")
            }
            let all = texts + [text]
            // A page that repeats itself would never end.
            guard let next = text.next, settings.objection(toPageAt: next, of: page.feedURL, for: run.purpose) == nil,
                all.count < Self.mostPages, .now - start < settings.longestArticleTime,
                all.reduce(0, { $0 + $1.html.utf8.count }) < FullText.longest,
                !texts.contains(where: { $0.html == text.html })
            else {
                return store(all, of: job)
            }
            ask(for: page, at: next, after: all, since: start, job)
        }
    }

    /// The outcome for a page that the server has unchanged.
    private func unchanged(_ page: PageToFetch) -> PageOutcome {
        do throws(LibraryFailure) {
            try library.recordUnchangedPage(of: page.item, at: Date())
            return try library.fullText(of: page.item).map(PageOutcome.stored) ?? .failed("the article was discarded")
        } catch {
            return .failed(error.description)
        }
    }

    private func fail(_ job: PageFetch, _ failure: FetchFailure) {
        let run = job.run
        if failure.failing == .network {
            // What the user waits for comes with the next chance.
            if run.reach.withLock({ $0.recordUnreached(job.item) }), run.purpose == .ahead {
                record(failureOf: [job.item], in: run)
            }
            return finish(job, .unreached(failure.description))
        }
        noteAnswer(in: run)
        let busy = failure.busyHost(at: Date())
        var waiting: [PageFetch] = []
        // A redirect may have led to another server.
        if let busy, busy.host == job.host {
            waiting = fetchQueue.takeWaiting(for: busy.host) { $0.run === run }
            for other in waiting { run.report(other.item, .failed("the server is busy: try again later")) }
        }
        record(failureOf: [job.item] + waiting.map(\.item), in: run, earliest: busy?.until, isFinal: busy == nil)
        finish(job, .failed(failure.wordsForPage))
    }

    private func noteAnswer(in run: PageRun) {
        let unreached = run.reach.withLock { $0.recordReached() }
        if run.purpose == .ahead { record(failureOf: unreached, in: run) }
    }

    /// Notes that lede shouldn't try these pages again by itself soon.
    private func record(
        failureOf items: some Sequence<ItemID>, in run: PageRun, earliest: Date? = nil, isFinal: Bool = false
    ) {
        guard run.purpose.isForLater else { return }
        for item in items {
            try? library.recordFailure(ofPageOf: item, at: Date(), earliest: earliest, isFinal: isFinal)
        }
    }

    private func store(_ texts: [PageText], of job: PageFetch) {
        let text = FullText(texts, at: Date())
        do {
            try library.store(text, of: job.item, blocks: texts[0].blocks, isPreloaded: job.run.purpose.isForLater)
            try discardSurplus(after: text, job.settings)
            finish(job, .stored(text))
        } catch {
            finish(job, .failed(error.description))
        }
    }

    /// Keeps the articles within their limits already while they come: a run may bring many times as much.
    private func discardSurplus(after text: FullText, _ settings: RefreshSettings) throws(LibraryFailure) {
        guard let limits = settings.cacheLimits else { return }
        let isTime = storedBytes.withLock { bytes in
            bytes += text.html.utf8.count
            defer { if bytes > limits.bytes / 8 { bytes = 0 } }
            return bytes > limits.bytes / 8
        }
        if isTime { try library.discardCached(beyond: limits, at: Date()) }
    }

    private func finish(_ job: PageFetch, _ outcome: PageOutcome) {
        _ = fetchQueue.finish(job)
        job.run.report(job.item, outcome)
    }

    private static let mostPages = 10
}

/// Why lede fetches pages or pictures.
package enum PagePurpose: Sendable {
    /// The user asked for them.
    case asked
    /// The user has opened their items, and the settings ask for the pages.
    case opened
    /// The user asked for them while there was no network.
    case wanted
    /// Nobody asked for them.
    case ahead

    /// Whether the user asked for these very pages.
    var isAsked: Bool { self == .asked || self == .wanted }
    /// Whether nobody looks at them now, so that they stay until they are read.
    fileprivate var isForLater: Bool { self == .wanted || self == .ahead }
}

/// What became of an item's page.
package enum PageOutcome: Equatable, Sendable {
    /// The page has come; it may have no article.
    case stored(FullText)
    /// The reason, in words for the user.
    case failed(String)
    /// The server couldn't be reached, for this reason.
    case unreached(String)
}

package struct PageEvent: Sendable {
    package let item: ItemID
    package let outcome: PageOutcome
}

private typealias PageRun = ItemRun<PageEvent>

extension ItemRun<PageEvent> {
    fileprivate func report(_ item: ItemID, _ outcome: PageOutcome) {
        report(PageEvent(item: item, outcome: outcome), of: item)
    }
}

/// A page to fetch for a run. The settings are those of the run's beginning.
private struct PageFetch: FetchJob {
    let item: ItemID
    let host: FeedHost?
    let run: PageRun
    let settings: RefreshSettings
    var runs: [PageRun]
    private let fetcher: PageFetcher

    init(_ item: ItemID, at url: String, for run: PageRun, _ settings: RefreshSettings, by fetcher: PageFetcher) {
        (self.item, self.run, self.settings, self.fetcher) = (item, run, settings, fetcher)
        (host, runs) = (FeedHost(of: url), [run])
    }

    var key: FetchKey { .page(item, for: ObjectIdentifier(run)) }
    var priority: FetchPriority { run.purpose.isForLater ? .laterPage : .openedPage }

    func start() { fetcher.start(self) }
}

extension RefreshSettings {
    /// Why lede doesn't fetch the page of a feed's item; nil if it does.
    fileprivate func objection(toPageAt link: String, of feedURL: String, for purpose: PagePurpose) -> String? {
        guard let url = WebURL(link), url.isOnTheWeb else { return "its link isn't on the web" }
        // A feed must not make lede ask the user's own network.
        if !url.mayBeReached(from: feedURL) { return "its link leads into your own network" }
        if !purpose.isAsked, !allows(url) { return "“cache-hosts” doesn't allow its host" }
        return nil
    }
}

extension Response {
    /// Whether its headers ask for no copies.
    var forbidsCopies: Bool { headers[list: "x-robots-tag"]?.lowercased().contains("noarchive") == true }
}
