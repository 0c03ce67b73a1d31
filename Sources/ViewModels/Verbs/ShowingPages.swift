import Configuration
import FoundationEssentials
import Library
import Pictures
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

/// Shows or hides the pictures of articles, and fetches those that lede doesn't have.
@MainActor final class ShowingPictures: WorkspaceUser {
    let workspace: Workspace
    private let fetching: FetchingPictures
    private let scope = ScopedDisposable()
    /// What was said already: once is enough.
    private var said: Set<PictureFailure> = []

    init(_ workspace: Workspace, fetching: FetchingPictures) {
        self.workspace = workspace
        self.fetching = fetching
        let pictures = workspace.pictures
        pictures.supply = { [weak self] in self?.supply($0, receive: $1) }
        pictures.measured = { [library = workspace.session.library] source, size in
            library.recordSize(width: size.width, height: size.height, ofPictureAt: source)
        }
        pictures.failed = { [weak self] in self?.tell(of: $0) }
        scope.add(
            workspace.connection.$isOffline.observe { [weak pictures] isOffline in
                if !isOffline { pictures?.tryAgain() }
            })
    }

    func toggle() {
        guard place == .article else { return }
        let pictures = workspace.pictures
        guard let screen = pictures.screen else {
            let isOff = config.pictures == .no
            return status = .refused(isOff ? "Pictures are off (:set pictures auto)" : "This screen shows no pictures")
        }
        guard !pictures.images.isEmpty else { return status = .refused("This article has no pictures") }
        pictures.isHidden.toggle()
        let advice = screen.advice.map { " (\($0))" } ?? ""
        status = .done(pictures.isHidden ? "Pictures are hidden" : "Pictures are shown\(advice)")
    }

    /// Passes on what is kept at once, and the rest as it comes. Disposing of the result stops that.
    private func supply(
        _ images: [Image], receive: @escaping @MainActor @Sendable (String, PictureModel.Arrival) -> Void
    ) -> (any Disposable)? {
        guard let item = article.open?.item.id, !images.isEmpty else { return nil }
        let contained = Dictionary(images.compactMap { image in image.data.map { ($0, image.source ?? "") } }) { $1 }
        let sources = images.filter { $0.data == nil }.compactMap(\.source)
        var kept: [String: KeptPicture] = [:]
        do { kept = try library.pictures(at: sources) } catch { troubles.send(error) }
        for (source, picture) in kept { receive(source, .here(picture)) }
        library.recordUse(ofPicturesAt: Array(kept.keys), at: Date())
        let others = sources.filter { kept[$0] == nil } + contained.keys
        guard !others.isEmpty else { return nil }
        return fetching.fetch([ItemPictures(item: item, urls: others)], for: .opened) { event in
            receive(contained[event.url] ?? event.url, PictureModel.Arrival(event.outcome))
        }
    }

    /// Tells once what would help.
    private func tell(of failure: PictureFailure) {
        switch failure {
        case .missing, .unconfined, .notStarted:
            if status == nil, said.insert(failure).inserted { status = .problem(failure.words.asSentence) }
        default: break
        }
    }
}

extension PictureModel.Arrival {
    fileprivate static func here(_ picture: KeptPicture) -> Self {
        let size = picture.width.flatMap { width in picture.height.map { PixelSize(width: width, height: $0) } }
        return .here(.file(picture.path), size)
    }

    fileprivate init(_ outcome: PictureOutcome) {
        switch outcome {
        case .kept(let picture): self = .here(picture)
        case .passing(let bytes): self = .here(.bytes(bytes), nil)
        case .failed(let reason), .unreached(let reason): self = .missing(reason)
        }
    }
}
