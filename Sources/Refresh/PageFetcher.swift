import Dispatch
package import Extraction
import FoundationEssentials
import HTTP
package import Library
package import Signals
import System
import URLs

/// Fetches items' pages, takes the articles out of them, and stores those.
package final class PageFetcher: Sendable {
    let library: Library
    let rule: @Sendable (_ host: String) -> SiteRule?
    private let client = Client(userAgent: "lede")
    private let lanes = Lanes()
    /// Reads what is known of the pages, and starts requests.
    private let queue = DispatchQueue(label: "lede.pages")
    private let currentSettings: Locked<RefreshSettings>
    /// The bytes of articles stored since the limits were applied last.
    private let storedBytes = Locked(0)

    /// `rule` returns the user's rule for the pages of a host.
    package init(
        library: Library, settings: RefreshSettings, rule: @escaping @Sendable (_ host: String) -> SiteRule?
    ) {
        self.library = library
        self.rule = rule
        currentSettings = Locked(settings)
    }

    /// May be changed at any time. Running fetches continue with the old settings.
    package var settings: RefreshSettings {
        get { currentSettings.withLock { $0 } }
        set { currentSettings.withLock { $0 = newValue } }
    }

    /// Fetches the pages of these items for each subscriber, and completes when all are finished. Disposing of the
    /// subscription stops it: what has come stays.
    package func fetch(_ items: [ItemID], for purpose: PagePurpose) -> Signal<PageEvent, Never> {
        Signal { [self] observer in
            let run = PageRun(items, for: purpose, observer)
            queue.async { self.begin(run) }
            return ActionDisposable { [client] in for transfer in run.stop() { client.cancel(transfer) } }
        }
    }

    private func begin(_ run: PageRun) {
        let settings = settings
        run.begin { item in
            guard let page = (try? library.pageLink(of: item)) ?? nil else { return .refused("it has no link") }
            guard let url = WebURL(page.link), url.isOnTheWeb else { return .refused("its link isn't on the web") }
            // A feed must not make lede ask the user's own network.
            guard !url.isInside || page.feedURL.isOfFeedInside else {
                return .refused("its link leads into your own network")
            }
            guard run.purpose.isAsked || settings.allows(url) else {
                return .refused("“cache-hosts” doesn't allow its host")
            }
            return .wait(for: FeedHost(of: page.link))
        }
        advance(run, settings)
    }

    private func advance(_ run: PageRun, _ settings: RefreshSettings) {
        while let item = run.next(atMost: min(settings.transfers, Self.mostAtOnce), perHost: settings.transfersPerHost)
        {
            // Only now, as the texts of all items would take too much memory.
            if let page = try? library.pageToFetch(of: item) {
                ask(for: page, at: page.link, after: [], since: .now, run, settings)
            } else {
                run.finish(item, .failed("it was deleted"))
            }
        }
    }

    /// Asks for a page, or for the next page of an article whose first pages have come.
    private func ask(
        for page: PageToFetch, at url: String, after texts: [PageText], since start: ContinuousClock.Instant,
        _ run: PageRun, _ settings: RefreshSettings
    ) {
        var request = Request(url, options: settings.options(for: page, at: url))
        if !run.purpose.isAsked { request.options.hosts = settings.pageHosts }
        if texts.isEmpty { request.validators = Validators(etag: page.etag, lastModified: page.lastModified) }
        let transfer = TransferID()
        guard run.hold(transfer, for: page.item) else { return }
        client.fetch(request, as: transfer) { [self] result in
            lanes.async { self.handle(result, of: page, after: texts, since: start, run, settings) }
        }
    }

    private func handle(
        _ result: Result<Response, FetchFailure>, of page: PageToFetch, after texts: [PageText],
        since start: ContinuousClock.Instant, _ run: PageRun, _ settings: RefreshSettings
    ) {
        switch result {
        case .failure(.cancelled): return
        case .failure(let failure):
            // What has come of the article is better than nothing.
            if texts.isEmpty { fail(page, failure, run, settings) } else { store(texts, of: page, run, settings) }
        case .success(let response) where response.isNotModified && texts.isEmpty:
            noteAnswer(in: run)
            finish(page, unchanged(page), run, settings)
        case .success(let response):
            noteAnswer(in: run)
            var text = PageText(response, of: page, in: library, rule)
            if run.purpose == .ahead, response.forbidsCopies || text.forbidsCopies {
                text.withhold(because: "the site doesn't want copies of its pages")
            }
            let all = texts + [text]
            // A page that repeats itself would never end.
            guard let next = text.next, run.purpose.isAsked || WebURL(next).map(settings.allows) == true,
                all.count < Self.mostPages, .now - start < settings.longestArticleTime,
                all.reduce(0, { $0 + $1.html.utf8.count }) < FullText.longest,
                !texts.contains(where: { $0.html == text.html })
            else {
                return store(all, of: page, run, settings)
            }
            ask(for: page, at: next, after: all, since: start, run, settings)
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

    private func fail(_ page: PageToFetch, _ failure: FetchFailure, _ run: PageRun, _ settings: RefreshSettings) {
        if failure.failing == .network {
            // What the user waits for comes with the next chance.
            if run.recordUnreached(page.item), run.purpose == .ahead { record(failureOf: [page.item], in: run) }
            return finish(page, .unreached(failure.description), run, settings)
        }
        noteAnswer(in: run)
        let busy = failure.busyHost(at: Date())
        var items: Set = [page.item]
        // A redirect may have led to another server.
        if let busy, busy.host == FeedHost(of: page.link) {
            items.formUnion(run.leaveHost(of: page.item, "the server is busy: try again later"))
        }
        record(failureOf: items, in: run, earliest: busy?.until, isFinal: busy == nil)
        finish(page, .failed(failure.wordsForPage), run, settings)
    }

    private func noteAnswer(in run: PageRun) {
        let unreached = run.recordReached()
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

    private func store(_ texts: [PageText], of page: PageToFetch, _ run: PageRun, _ settings: RefreshSettings) {
        let text = FullText(texts, at: Date())
        do {
            try library.store(text, of: page.item, blocks: texts[0].blocks, isPreloaded: run.purpose.isForLater)
            try discardSurplus(after: text, settings)
            finish(page, .stored(text), run, settings)
        } catch {
            finish(page, .failed(error.description), run, settings)
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

    private func finish(_ page: PageToFetch, _ outcome: PageOutcome, _ run: PageRun, _ settings: RefreshSettings) {
        run.finish(page.item, outcome)
        queue.async { self.advance(run, settings) }
    }

    /// Enough for the network; each page may take megabytes until its article is stored.
    private static let mostAtOnce = 16
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

/// The items whose pages somebody waits for.
private final class PageRun: Sendable {
    /// What is known of an item before its page is fetched.
    enum Start {
        case wait(for: FeedHost?)
        /// The reason why no page is fetched.
        case refused(String)
    }

    private struct State: Sendable {
        var waiting: Set<ItemID> = []
        var hosts: [ItemID: FeedHost] = [:]
        var lines = HostLines<ItemID>()
        var transfers: [ItemID: TransferID] = [:]
        var underWay = 0
        var hasReached = false
        /// The items whose servers couldn't be reached, until another one was.
        var unreached: [ItemID] = []
        var left: Int
        var isOver = false

        /// Removes and returns the items that wait for a host.
        mutating func takeWaiting(for host: FeedHost?) -> Set<ItemID> {
            let items = waiting.filter { hosts[$0] == host }
            lines.remove(from: host, where: items.contains)
            waiting.subtract(items)
            return items
        }
    }

    let purpose: PagePurpose
    private let items: [ItemID]
    private let observer: Observer<PageEvent, Never>
    private let state: Locked<State>

    init(_ items: [ItemID], for purpose: PagePurpose, _ observer: Observer<PageEvent, Never>) {
        var seen: Set<ItemID> = []
        self.items = items.filter { seen.insert($0).inserted }
        self.purpose = purpose
        self.observer = observer
        state = Locked(State(left: seen.count))
    }

    /// Queues each item for its host.
    func begin(_ start: (ItemID) -> Start) {
        if items.isEmpty { return observer.send(.completed) }
        for item in items {
            if state.withLock({ $0.isOver }) { return }
            switch start(item) {
            case .wait(let host):
                state.withLock { state in
                    state.waiting.insert(item)
                    state.hosts[item] = host
                    state.lines.add(item, to: host)
                }
            case .refused(let reason): report(item, .failed(reason))
            }
        }
    }

    /// Removes and returns the next item whose page may be fetched.
    func next(atMost limit: Int, perHost: Int) -> ItemID? {
        state.withLock { state in
            guard !state.isOver, state.underWay < limit, let item = state.lines.next(atMost: perHost) else {
                return nil
            }
            state.underWay += 1
            state.waiting.remove(item)
            return item
        }
    }

    /// Notes the transfer of a page, to cancel it; returns false if nobody waits any more.
    func hold(_ transfer: TransferID, for item: ItemID) -> Bool {
        state.withLock { state in
            if state.isOver { return false }
            state.transfers[item] = transfer
            return true
        }
    }

    /// Reports that the other pages of a host won't be fetched now, and returns their items.
    func leaveHost(of item: ItemID, _ reason: String) -> Set<ItemID> {
        let left = state.withLock { state in state.takeWaiting(for: state.hosts[item]) }
        for item in left { report(item, .failed(reason)) }
        return left
    }

    /// Notes that a server answered. Returns the items whose servers couldn't be reached before: those are at fault, and not
    /// the network.
    func recordReached() -> [ItemID] {
        state.withLock { state in
            defer { (state.hasReached, state.unreached) = (true, []) }
            return state.unreached
        }
    }

    /// Notes that the server of an item's page couldn't be reached. Returns whether it is at fault.
    func recordUnreached(_ item: ItemID) -> Bool {
        state.withLock { state in
            if !state.hasReached { state.unreached.append(item) }
            return state.hasReached
        }
    }

    func finish(_ item: ItemID, _ outcome: PageOutcome) {
        state.withLock { state in
            state.underWay -= 1
            state.transfers[item] = nil
            state.lines.leave(state.hosts[item])
        }
        report(item, outcome)
    }

    /// Ends the run, and returns the transfers to cancel.
    func stop() -> [TransferID] {
        state.withLock { state in
            state.isOver = true
            return Array(state.transfers.values)
        }
    }

    private func report(_ item: ItemID, _ outcome: PageOutcome) {
        observer.send(.next(PageEvent(item: item, outcome: outcome)))
        let isLast = state.withLock { state in
            state.left -= 1
            return state.left == 0 && !state.isOver
        }
        if isLast { observer.send(.completed) }
    }
}

extension Response {
    /// Whether its headers ask for no copies.
    var forbidsCopies: Bool { headers[list: "x-robots-tag"]?.lowercased().contains("noarchive") == true }
}

extension FetchFailure {
    fileprivate var wordsForPage: String {
        switch self {
        case .ledInside: "it leads into your own network"
        case .tooMuchAtOnce: "too many large pages at once, and this was the largest: lede will try again"
        default: description
        }
    }

    /// The server that is too busy, and until when its pages should wait; nil if none is.
    func busyHost(at now: Date) -> (host: FeedHost, until: Date)? {
        guard case .refused(let status, let url, let headers) = self, ServerWait.slowsHost(status),
            let host = FeedHost(of: url)
        else { return nil }
        return ServerWait(status: status, retryAfter: headers["retry-after"], date: headers["date"], at: now)
            .map { (host, $0.until) }
    }
}
