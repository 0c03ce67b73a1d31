import Configuration
import FoundationEssentials
import Library
import Refresh
import Signals
import Subscriptions
import Typesetting

/// Shows the article from an item's web page in place of the feed's text, and fetches the page if necessary.
@MainActor final class ShowingPages: WorkspaceUser {
    let workspace: Workspace
    private let fetching: FetchingPages
    private let fetch = SerialDisposable()
    /// The item whose page lede has offered to fetch later.
    private var offered: ItemID?

    init(_ workspace: Workspace, fetching: FetchingPages) {
        self.workspace = workspace
        self.fetching = fetching
        article.fullPage = { [weak self] item in self?.fullPage(of: item) ?? .no }
    }

    /// Which text the settings ask for.
    private func fullPage(of item: Item) -> FullPage {
        feeds.feed(item.feed).flatMap { urls.fullPage(of: $0.url) } ?? config.fullPage
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
        if offered == item || !connection.isWorthTrying { return fetchLater(item) }
        let said = sayFetching()
        fetch(item, for: .asked) { [weak self] outcome in
            guard let self else { return }
            if status == said { status = nil }
            if isOpen(item) { handle(outcome, of: item) }
        }
    }

    /// Shows or fetches the page of an item that was opened, if the settings ask for it.
    func handleOpened() {
        guard let open = article.open else { return }
        let item = open.item.id
        if article.isPageShown { return library.recordUse(ofFullTextOf: item, at: Date()) }
        let choice = fullPage(of: open.item)
        guard choice == .yes, open.item.link != nil else { return }
        do {
            // The page has no article.
            if try library.fullText(of: item) != nil { return }
        } catch {
            return troubles.send(error)
        }
        guard connection.isWorthTrying else { return offerLater(item) }
        let said = sayFetching()
        fetch(item, for: .opened) { [weak self] outcome in
            guard let self else { return }
            if status == said { status = nil }
            guard isOpen(item), !article.isPageShown else { return }
            if case .stored(let text) = outcome, text.isFound {
                showUnlessReading(text, of: item)
            } else {
                handle(outcome, of: item)
            }
        }
    }

    private func sayFetching() -> Status? {
        status = .done("Fetching the page…")
        return status
    }

    private func fetch(
        _ item: ItemID, for purpose: PagePurpose, receive: @escaping @MainActor @Sendable (PageOutcome) -> Void
    ) {
        fetch.hold(fetching.fetch([item], for: purpose) { receive($0.outcome) })
    }

    /// Whether the user still looks at this article.
    private func isOpen(_ item: ItemID) -> Bool { place == .article && article.open?.item.id == item }

    private func handle(_ outcome: PageOutcome, of item: ItemID) {
        switch outcome {
        case .stored(let text) where text.isFound: show(text, of: item)
        case .stored(let text): tell(text.reason)
        case .failed(let reason): tell(reason)
        case .unreached(let reason):
            offered = item
            tell("\(reason) (\(key(.toggleFullText)) again to fetch it later)")
        }
    }

    private func tell(_ reason: String) { status = .refused("No article to show: \(reason)") }

    private func show(_ text: FullText, of item: ItemID) {
        article.show(text)
        library.recordUse(ofFullTextOf: item, at: Date())
    }

    /// Text that is being read must not go away.
    private func showUnlessReading(_ text: FullText, of item: ItemID) {
        if article.text.position == .start { return show(text, of: item) }
        if status == nil { status = .done("The article of the page is here (\(key(.toggleFullText)))") }
    }

    private func offerLater(_ item: ItemID) {
        offered = item
        status = .refused("Offline: \(key(.toggleFullText)) again to fetch the page when you are online")
    }

    /// Offers to fetch a page later, or does so if it was offered.
    private func fetchLater(_ item: ItemID) {
        guard offered == item else { return offerLater(item) }
        offered = nil
        library.want(pageOf: item)
        status = .done(
            connection.isOffline
                ? "lede will fetch the page when you are online" : "lede will try again with the next refresh")
    }
}
