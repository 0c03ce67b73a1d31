import FoundationEssentials
import Library
import MainQueue
import Refresh
import Signals
import Subscriptions

/// Shows the article from an item's web page in place of the feed's text, and fetches the page if necessary.
@MainActor final class ShowingPages: WorkspaceUser {
    let workspace: Workspace
    /// Fetches pages, as the settings say at that time.
    private lazy var fetcher = PageFetcher(library, config, urls, paths)
    private let fetch = SerialDisposable()

    init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    func toggle() {
        guard place == .article, let open = article.open else { return }
        guard !article.isPageShown else { return article.showFeedText() }
        let item = open.item.id
        do {
            if let known = try library.fullText(of: item), known.isFound { return show(known, of: item) }
        } catch {
            return troubles.send(error)
        }
        status = .done("Fetching the page…")
        let said = status
        fetcher.settings = RefreshSettings(config, urls, paths)
        fetch.hold(
            fetcher.fetch([item], isPreloading: false).deliver(on: .main).subscribe { [weak self] event in
                guard case .next(let event) = event else { return }
                MainQueue.assume { self?.handle(event.outcome, of: item, said: said) }
            })
    }

    /// The user may have gone on to another article, or read another message.
    private func handle(_ outcome: PageOutcome, of item: ItemID, said: Status?) {
        let isStillThere = place == .article && article.open?.item.id == item
        if status == said { status = nil }
        switch outcome {
        case .stored(let text) where text.isFound: if isStillThere { show(text, of: item) }
        case .stored(let text): if isStillThere { tell(text.reason) }
        case .failed(let reason): if isStillThere { tell(reason) }
        case .unchanged: if isStillThere { tell("the page has no article") }
        }
        discardOld()
    }

    private func tell(_ reason: String) { status = .refused("No article to show: \(reason)") }

    private func show(_ text: FullText, of item: ItemID) {
        article.show(text)
        library.recordUse(ofFullTextOf: item, at: Date())
    }

    /// Keeps the articles within the limits, off the main queue.
    private func discardOld() {
        let (library, limits, troubles) = (library, config.fullTextLimits, troubles)
        library.inBackground { () throws(LibraryFailure) in
            try library.discardFullTexts(beyond: limits, at: Date())
        } failed: { failure in
            MainQueue.async { troubles.send(failure) }
        }
    }
}
