import Configuration
import FoundationEssentials
import Library
import Pictures
import Refresh
import Signals
import Subscriptions
import Typesetting

/// Shows the article from an item's web page, or its transcript, in place of the feed's text, and fetches that if necessary.
@MainActor final class ShowingPages: ReaderPart {
    unowned let reader: ReaderModel
    private let fetching: FetchingPages
    private let fetch = SerialDisposable()
    /// The item whose page lede has offered to fetch later.
    private var offered: ItemID?

    init(_ reader: ReaderModel, fetching: FetchingPages) {
        self.reader = reader
        self.fetching = fetching
        reader.article.fullPage = { [weak self] item in self?.fullPage(of: item) ?? .no }
    }

    /// Which text the settings ask for.
    private func fullPage(of item: Item) -> FullPage {
        reader.feeds.feed(item.feed).flatMap { reader.subscriptions.list.fullPage(of: $0.url) }
            ?? session.config.fullPage
    }

    /// Opens the item at the cursor with the article of its page, or its transcript.
    func openPage() {
        guard reader.screen == .items, let item = reader.items.selected else { return }
        guard item.link != nil || reader.article(of: item)?.hasOtherText == true else {
            return session.status = .refused("This item has no page to fetch")
        }
        reader.navigation.open(item)
        if !reader.article.isPageShown { toggle() }
    }

    func toggle() {
        guard reader.screen == .article, let open = reader.article.open else { return }
        guard !reader.article.isPageShown else { return reader.article.showFeedText() }
        let item = open.item.id
        guard let known = session.news.reporting(try session.library.fullText(of: item)) else { return }
        if let known, open.has(known) { return show(known, of: item) }
        if offered == item || !reader.connection.isWorthTrying { return fetchLater(item) }
        let said = sayFetching()
        fetch(item, for: .asked) { [weak self] outcome in
            guard let self else { return }
            if session.status == said { session.status = nil }
            if isOpen(item) { handle(outcome, of: item) }
        }
    }

    /// Shows or fetches the page of an item that was opened, if the settings ask for it.
    func handleOpened() {
        guard let open = reader.article.open else { return }
        let item = open.item.id
        if reader.article.isPageShown { return session.library.recordUse(ofFullTextOf: item, at: Date()) }
        let choice = fullPage(of: open.item)
        guard choice == .yes, open.hasOtherText else { return }
        // Nothing to fetch if there is known to be no article.
        guard session.news.reporting(try session.library.fullText(of: item) == nil) == true else { return }
        guard reader.connection.isWorthTrying else { return offerLater(item) }
        let said = sayFetching()
        fetch(item, for: .opened) { [weak self] outcome in
            guard let self else { return }
            if session.status == said { session.status = nil }
            guard isOpen(item), !reader.article.isPageShown else { return }
            if case .stored(let text) = outcome, text.isFound {
                showUnlessReading(text, of: item)
            } else {
                handle(outcome, of: item)
            }
        }
    }

    /// What is fetched for the open article.
    private var noun: String { reader.article.open?.transcripts.isEmpty == false ? "transcript" : "page" }

    private func sayFetching() -> Status? {
        session.status = .done("Fetching the \(noun)…")
        return session.status
    }

    private func fetch(
        _ item: ItemID, for purpose: PagePurpose, receive: @escaping @MainActor @Sendable (PageOutcome) -> Void
    ) {
        fetch.hold(fetching.fetch([item], for: purpose) { receive($0.outcome) })
    }

    /// Whether the user still looks at this article.
    private func isOpen(_ item: ItemID) -> Bool { reader.screen == .article && reader.article.open?.item.id == item }

    private func handle(_ outcome: PageOutcome, of item: ItemID) {
        switch outcome {
        case .stored(let text) where text.isFound: show(text, of: item)
        case .stored(let text): tell(text.reason)
        case .failed(let reason): tell(reason)
        case .unreached(let reason):
            offered = item
            tell("\(reason) (\(session.key(.toggleFullText)) again to fetch it later)")
        }
    }

    private func tell(_ reason: String) {
        session.status = .refused("No \(noun == "page" ? "article" : noun) to show: \(reason)")
    }

    private func show(_ text: FullText, of item: ItemID) {
        reader.article.show(text)
        session.library.recordUse(ofFullTextOf: item, at: Date())
    }

    /// Text that is being read must not go away.
    private func showUnlessReading(_ text: FullText, of item: ItemID) {
        if reader.article.text.position == .start { return show(text, of: item) }
        if session.status == nil {
            let what = text.isTranscript ? "transcript" : "article of the page"
            session.status = .done("The \(what) is here (\(session.key(.toggleFullText)))")
        }
    }

    private func offerLater(_ item: ItemID) {
        offered = item
        session.status = .refused(
            "Offline: \(session.key(.toggleFullText)) again to fetch the \(noun) when you are online")
    }

    /// Offers to fetch a page later, or does so if it was offered.
    private func fetchLater(_ item: ItemID) {
        guard offered == item else { return offerLater(item) }
        offered = nil
        session.library.want(pageOf: item)
        session.status = .done(
            reader.connection.isOffline
                ? "lede will fetch the \(noun) when you are online" : "lede will try again with the next refresh")
    }
}

/// Shows or hides the pictures of articles, and fetches those that lede doesn't have.
@MainActor final class ShowingPictures: ReaderPart {
    unowned let reader: ReaderModel
    private let fetching: FetchingPictures
    private let scope = ScopedDisposable()
    /// What was said already: once is enough.
    private var said: Set<PictureFailure> = []

    init(_ reader: ReaderModel, fetching: FetchingPictures) {
        self.reader = reader
        self.fetching = fetching
        let pictures = reader.pictures
        pictures.supply = { [weak self] in self?.supply($0, receive: $1) }
        pictures.measured = { [library = reader.session.library] source, size in
            library.recordSize(width: size.width, height: size.height, ofPictureAt: source)
        }
        pictures.failed = { [weak self] in self?.tell(of: $0) }
        scope.add(
            reader.connection.$isOffline.observe { [weak pictures] isOffline in
                if !isOffline { pictures?.tryAgain() }
            })
    }

    func toggle() {
        guard reader.screen == .article else { return }
        let pictures = reader.pictures
        guard let screen = pictures.display else {
            let isOff = session.config.pictures == .no
            return session.status = .refused(
                isOff ? "Pictures are off (:set pictures auto)" : "This screen shows no pictures")
        }
        guard !pictures.images.isEmpty else { return session.status = .refused("This article has no pictures") }
        pictures.isHidden.toggle()
        let advice = screen.advice.map { " (\($0))" } ?? ""
        session.status = .done(pictures.isHidden ? "Pictures are hidden" : "Pictures are shown\(advice)")
    }

    /// Passes on what is kept at once, and the rest as it comes. Disposing of the result stops that.
    private func supply(
        _ images: [Image], receive: @escaping @MainActor @Sendable (String, PictureModel.Arrival) -> Void
    ) -> (any Disposable)? {
        guard let item = reader.article.open?.item.id, !images.isEmpty else { return nil }
        let contained = Dictionary(images.compactMap { image in image.data.map { ($0, image.source ?? "") } }) { $1 }
        let sources = images.filter { $0.data == nil }.compactMap(\.source)
        let kept = session.news.reporting(try session.library.pictures(at: sources)) ?? [:]
        for (source, picture) in kept { receive(source, .here(picture)) }
        session.library.recordUse(ofPicturesAt: Array(kept.keys), at: Date())
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
            if session.status == nil, said.insert(failure).inserted {
                session.status = .problem(failure.words.asSentence)
            }
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
