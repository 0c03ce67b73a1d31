import Configuration
import Files
package import Library
package import Signals
import Typesetting

/// The article that was opened last, its text in the pager, and how far articles were read.
@MainActor package final class ArticleModel {
    package let text = PagerModel()
    /// The article that was opened last.
    @Published package private(set) var open: Article?

    /// The position in the text while the HTML source is shown; otherwise nil.
    private var placeInText: TextPosition?
    /// How far articles were read; nil until that is needed.
    private var readingPlaces: ReadingPlaces?
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Whether the article from the item's web page is shown, and not the feed's text.
    private(set) var isPageShown = false
    /// Returns which of them an item shows when it is opened.
    var fullPage: @MainActor (Item) -> FullPage = { _ in .no }

    var isSourceShown: Bool { placeInText != nil }

    /// Shows an item's article, and returns whether there is one. With `ofFeed`, shows the feed's text even if the settings
    /// ask for the page.
    func show(_ item: ItemID, ofFeed: Bool = false) -> Bool {
        do {
            guard let opened = try session.library.article(item) else { return false }
            let page = ofFeed ? nil : try page(toShowFor: opened)
            recordReadingPlace()
            placeInText = nil
            isPageShown = page != nil
            display(page.map(opened.showing) ?? opened, at: readingPlace(of: item))
            return true
        } catch {
            session.troubles.send(error)
            return false
        }
    }

    /// The article of the item's page, if the settings ask for it and the library has it.
    private func page(toShowFor opened: Article) throws(LibraryFailure) -> FullText? {
        let choice = fullPage(opened.item)
        guard choice != .no, opened.item.hasPage, let page = try session.library.fullText(of: opened.item.id) else {
            return nil
        }
        return choice == .yes || page.hasClearlyMore(than: opened) ? page : nil
    }

    /// Shows an article from a position in its text on.
    private func display(_ opened: Article, at place: TextPosition) {
        open = opened
        if let beginning = opened.beginning {
            text.show(beginning, at: place) { opened.document }
        } else {
            text.show(opened.document, at: place)
        }
    }

    /// Switches between the article and its HTML source.
    func toggleSource() {
        guard let open else { return }
        if let place = placeInText {
            // Returns to the same position, even at the end, from where reopening would start over.
            let shown = open
            placeInText = nil
            if isPageShown { return display(shown, at: place) }
            if show(open.item.id, ofFeed: true), let open = self.open { display(open, at: place) }
        } else {
            recordReadingPlace()
            placeInText = text.position
            text.show(open.source)
        }
    }

    /// Shows the article from the open item's web page.
    func show(_ page: FullText) {
        guard let open else { return }
        recordReadingPlace()
        placeInText = nil
        isPageShown = true
        display(open.showing(page), at: readingPlace(of: open.item.id))
    }

    /// Shows the feed's text again.
    func showFeedText() {
        if let open { _ = show(open.item.id, ofFeed: true) }
    }

    /// Updates the shown tags.
    func showTags() {
        guard !isSourceShown, !isPageShown, let open else { return }
        do {
            guard let now = try session.library.article(open.item.id), now.tags != open.tags else { return }
            display(now, at: text.position)
        } catch {
            session.troubles.send(error)
        }
    }
}

// How far articles were read.
extension ArticleModel {
    /// Where the user left the shown text of an item, in this run or an earlier one; its start if that can't be read.
    private func readingPlace(of item: ItemID) -> TextPosition {
        if readingPlaces == nil {
            let bytes = try? PrivateFiles.read(session.paths.readingPlaces, atMost: ReadingPlaces.longest)
            readingPlaces = bytes.map { ReadingPlaces(String(decoding: $0, as: UTF8.self)) } ?? ReadingPlaces()
        }
        return readingPlaces?.place(of: .init(item: item, isPage: isPageShown)) ?? .start
    }

    /// Notes how far the open article was read, before another one replaces it.
    private func recordReadingPlace() {
        guard let item = open?.item.id, !isSourceShown else { return }
        _ = readingPlace(of: item)
        readingPlaces?.record(
            text.isAtEnd ? nil : text.position, of: .init(item: item, isPage: isPageShown))
    }

    /// Saves the positions for the next start.
    func remember(by files: RememberedFiles, inTheEnd isEnd: Bool) {
        recordReadingPlace()
        if let readingPlaces { files.keep(readingPlaces.text, at: session.paths.readingPlaces, inTheEnd: isEnd) }
    }
}

extension Article {
    /// The HTML source.
    fileprivate var source: Document {
        Document(blocks: [.preformatted([.text(String(decoding: html.utf8.prefix(Self.longestSource), as: UTF8.self))])]
        )
    }

    private static let longestSource = 1 << 20
}
