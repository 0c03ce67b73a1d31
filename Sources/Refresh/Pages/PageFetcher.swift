import Addresses
import Dispatch
package import Extraction
import FoundationEssentials
import HTTP
package import Library
import Locks
package import Signals

/// Fetches items' pages, takes the articles out of them, and stores those.
package final class PageFetcher: Sendable {
    let library: Library
    let rule: @Sendable (_ host: String) -> SiteRule?
    private let client = Client(userAgent: "lede")
    private let lanes = Lanes()
    /// Reads what is known of the pages, and starts requests.
    private let queue = DispatchQueue(label: "lede.pages")
    private let currentSettings: Locked<RefreshSettings>

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
            guard let page = (try? library.pageToFetch(of: item)) ?? nil else { return .refused("it has no link") }
            guard let url = WebURL(page.link), url.isOnTheWeb else { return .refused("its link isn't on the web") }
            // A feed must not make lede ask the user's own network.
            guard !url.isInside || WebURL(page.feedURL)?.isInside ?? true else {
                return .refused("its link leads into your own network")
            }
            guard run.purpose.isAsked || settings.pageHosts.allows(url) else {
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
                ask(for: page, at: page.link, after: [], run, settings)
            } else {
                run.finish(item, .failed("it was deleted"))
            }
        }
    }

    /// Asks for a page, or for the next page of an article whose first pages have come.
    private func ask(
        for page: PageToFetch, at url: String, after texts: [PageText], _ run: PageRun, _ settings: RefreshSettings
    ) {
        var request = Request(url, options: settings.options(for: page, at: url))
        if texts.isEmpty { request.validators = Validators(etag: page.etag, lastModified: page.lastModified) }
        let transfer = TransferID()
        guard run.hold(transfer, for: page.item) else { return }
        client.fetch(request, as: transfer) { [self] result in
            lanes.async { self.handle(result, of: page, after: texts, run, settings) }
        }
    }

    private func handle(
        _ result: Result<Response, FetchFailure>, of page: PageToFetch, after texts: [PageText], _ run: PageRun,
        _ settings: RefreshSettings
    ) {
        switch result {
        case .failure(.cancelled): return
        case .failure(let failure):
            // What has come of the article is better than nothing.
            if texts.isEmpty { fail(page, failure, run, settings) } else { store(texts, of: page, run, settings) }
        case .success(let response) where response.isNotModified && texts.isEmpty:
            run.recordReached()
            try? library.recordUnchangedPage(of: page.item, at: Date())
            finish(page, .unchanged, run, settings)
        case .success(let response):
            run.recordReached()
            var text = PageText(response, of: page, in: library, rule)
            if run.purpose == .ahead, response.forbidsCopies || text.forbidsCopies {
                text.withhold(because: "the site doesn't want copies of its pages")
            }
            let all = texts + [text]
            // A page that repeats itself would never end.
            guard let next = text.next, all.count < Self.mostPages, !texts.contains(where: { $0.html == text.html })
            else {
                return store(all, of: page, run, settings)
            }
            ask(for: page, at: next, after: all, run, settings)
        }
    }

    private func fail(_ page: PageToFetch, _ failure: FetchFailure, _ run: PageRun, _ settings: RefreshSettings) {
        let now = Date()
        if failure.failing == .network {
            if run.recordUnreached(page.item), run.purpose.isForLater {
                try? library.recordFailure(ofPageOf: page.item, at: now)
            }
            return finish(page, .unreached(failure.description), run, settings)
        }
        run.recordReached()
        var items: Set = [page.item]
        let wait = failure.wait(at: now)
        if wait != nil { items.formUnion(run.leaveHost(of: page.item, "the server is busy: try again later")) }
        if run.purpose.isForLater {
            for item in items { try? library.recordFailure(ofPageOf: item, at: now, earliest: wait?.until) }
        }
        finish(page, .failed(failure.wordsForPage), run, settings)
    }

    private func store(_ texts: [PageText], of page: PageToFetch, _ run: PageRun, _ settings: RefreshSettings) {
        let text = FullText(texts, at: Date())
        do {
            try library.store(text, of: page.item, blocks: texts[0].blocks, isPreloaded: run.purpose.isForLater)
            finish(page, .stored(text), run, settings)
        } catch {
            finish(page, .failed(error.description), run, settings)
        }
    }

    private func finish(_ page: PageToFetch, _ outcome: PageOutcome, _ run: PageRun, _ settings: RefreshSettings) {
        run.finish(page.item, outcome)
        queue.async { self.advance(run, settings) }
    }

    /// Enough for the network; each page may take megabytes until its article is stored.
    private static let mostAtOnce = 16
    private static let mostPages = 10
}

/// Why lede fetches pages.
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
    var isForLater: Bool { self == .wanted || self == .ahead }
}

/// What became of an item's page.
package enum PageOutcome: Equatable, Sendable {
    /// The page has come; it may have no article.
    case stored(FullText)
    /// The server has the same page as before.
    case unchanged
    /// The reason, in words for the user.
    case failed(String)
    /// The server couldn't be reached, for this reason.
    case unreached(String)
}

package struct PageEvent: Sendable {
    package let item: ItemID
    package let outcome: PageOutcome
}

extension WebURL {
    /// Whether it leads to a host on the user's network.
    fileprivate var isInside: Bool { host.map { HostName($0).isLocal } ?? true }
}

extension Response {
    fileprivate var forbidsCopies: Bool { headers[list: "x-robots-tag"]?.lowercased().contains("noarchive") == true }
}

extension FetchFailure {
    fileprivate var wordsForPage: String {
        if case .ledInside = self { "it leads into your own network" } else { description }
    }

    /// How long the host's pages should wait; nil if they need not.
    fileprivate func wait(at now: Date) -> ServerWait? {
        guard case .refused(let status, _, let headers) = self, ServerWait.slowsHost(status) else { return nil }
        return ServerWait(status: status, retryAfter: headers["retry-after"], date: headers["date"], at: now)
    }
}

extension RefreshSettings {
    /// The options for a page of an item, or of the rest of its article. What identifies the user, and what the user
    /// trusts, is only for the feed's own server; and only that may be in the user's own network.
    fileprivate func options(for page: PageToFetch, at url: String) -> RequestOptions {
        var options = feeds[page.feedURL]?.request ?? request
        // A feed's own name goes first.
        if let pageAgent, options.userAgent == request.userAgent { options.userAgent = pageAgent }
        let feed = WebURL(page.feedURL)
        if feed?.origin == nil || WebURL(url)?.origin != feed?.origin {
            options.headers = []
            options.authentication = nil
            (options.netrcFile, options.cookieFile) = (nil, nil)
            (options.verifiesServer, options.authorityFile) = (true, request.authorityFile)
            options.staysOutside = feed?.isInside == false
        }
        options.limits = options.limits.limitedToPages
        return options
    }
}
