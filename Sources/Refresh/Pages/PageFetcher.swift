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
    ///
    /// `isPreloading` says that nobody waits for them: a server that is busy is left alone, and pages stay until they
    /// are read.
    package func fetch(_ items: [ItemID], isPreloading: Bool) -> Signal<PageEvent, Never> {
        Signal { [self] observer in
            let run = PageRun(items, isPreloading: isPreloading, observer)
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
            return .page(page, FeedHost(of: page.link))
        }
        advance(run, settings)
    }

    private func advance(_ run: PageRun, _ settings: RefreshSettings) {
        while let page = run.next(atMost: min(settings.transfers, Self.mostAtOnce), perHost: settings.transfersPerHost)
        {
            ask(for: page, at: page.link, after: [], run, settings)
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
            if texts.isEmpty {
                if let reason = failure.slowsHost { run.leaveHost(of: page, reason) }
                finish(page, .failed(failure.wordsForPage), run, settings)
            } else {
                store(texts, of: page, run, settings)
            }
        case .success(let response) where response.isNotModified && texts.isEmpty:
            try? library.recordUnchangedPage(of: page.item, at: Date())
            finish(page, .unchanged, run, settings)
        case .success(let response):
            if run.isPreloading, response.headers[list: "x-robots-tag"]?.lowercased().contains("noarchive") == true {
                return finish(page, .failed(Self.copiesForbidden), run, settings)
            }
            let text = PageText(response, of: page, in: library, rule)
            if run.isPreloading, text.forbidsCopies {
                return finish(page, .failed(Self.copiesForbidden), run, settings)
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

    private func store(_ texts: [PageText], of page: PageToFetch, _ run: PageRun, _ settings: RefreshSettings) {
        let text = FullText(texts, at: Date())
        do {
            try library.store(text, of: page.item, blocks: texts[0].blocks, isPreloaded: run.isPreloading)
            finish(page, .stored(text), run, settings)
        } catch {
            finish(page, .failed(error.description), run, settings)
        }
    }

    private func finish(_ page: PageToFetch, _ outcome: PageOutcome, _ run: PageRun, _ settings: RefreshSettings) {
        run.finish(page, outcome)
        queue.async { self.advance(run, settings) }
    }

    /// Enough for the network; each page may take megabytes until its article is stored.
    private static let mostAtOnce = 16
    private static let mostPages = 10
    private static let copiesForbidden = "the site doesn't want copies of its pages"
}

/// What became of an item's page.
package enum PageOutcome: Equatable, Sendable {
    /// The page has come; it may have no article.
    case stored(FullText)
    /// The server has the same page as before.
    case unchanged
    /// The reason, in words for the user.
    case failed(String)
}

package struct PageEvent: Sendable {
    package let item: ItemID
    package let outcome: PageOutcome
}

extension WebURL {
    /// Whether it leads to a host on the user's network.
    fileprivate var isInside: Bool { host.map { HostName($0).isLocal } ?? true }
}

extension FetchFailure {
    fileprivate var wordsForPage: String {
        if case .ledInside = self { "it leads into your own network" } else { description }
    }

    /// Why the host's other pages should wait; nil if they need not.
    fileprivate var slowsHost: String? {
        if case .refused(let status, _, _) = self, status == 429 || status == 503 {
            return "the server is busy: try again later"
        }
        return nil
    }
}

extension RefreshSettings {
    /// The options for a page of an item, or of the rest of its article. What identifies the user, and what the user
    /// trusts, is only for the feed's own server; and only that may be in the user's own network.
    fileprivate func options(for page: PageToFetch, at url: String) -> RequestOptions {
        var options = feeds[page.feedURL]?.request ?? request
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
