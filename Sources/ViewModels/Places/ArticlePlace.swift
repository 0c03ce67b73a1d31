import Library
import Signals
import Typesetting

/// An article.
@MainActor final class ArticlePlace: WorkspaceUser, TextScreen {
    let workspace: Workspace
    let place = Place.article
    private let browsing: Browsing
    private let picture: PicturePlace

    init(_ workspace: Workspace, browsing: Browsing, picture: PicturePlace) {
        self.workspace = workspace
        self.browsing = browsing
        self.picture = picture
    }

    var pager: PagerModel { workspace.article.text }

    var feed: Feed? { workspace.article.open.flatMap { workspace.feeds.feed($0.item.feed) } }
    var feeds: [Feed] { feed.map { [$0] } ?? [] }
    var item: Item? { asMarkedNow(workspace.article.open?.item) }
    var article: Article? { workspace.article.open }
    var numberedLinks: Int? { pager.galley.numberedLinks }

    func enables(_ operation: Operation) -> Bool? {
        switch operation {
        case .showLinkHints, .toggleSource: true
        case .togglePictures: !workspace.pictures.images.isEmpty
        case .open: !pager.visibleFigures.isEmpty
        case .toggleFullText: article?.item.link != nil
        // At the end it goes to what is unread, if anything is.
        case .readOn: !pager.isAtEnd || workspace.feeds.unread > 0
        default: nil
        }
    }

    /// Enlarges the first picture in view.
    func open() {
        if let first = pager.visibleFigures.first { return picture.show(first.figure) }
        let missing = pager.visibleImages.lazy.compactMap { self.workspace.pictures.obstacle(to: $0) }.first
        status = .refused(missing.map { "No picture: \($0)" } ?? "No picture in view")
    }

    func open(counted number: Int) { workspace.openLink(typedNumber: number) }

    /// Opens the link with this number in the browser, or goes to its target in this text.
    func openLink(_ number: Int) {
        guard pager.galley.links.indices.contains(number - 1) else { return }
        switch pager.galley.links[number - 1] {
        case .address(let address): browsing.browse(address)
        case .anchor(let name): if let line = pager.galley.line(ofAnchor: name) { pager.move(to: line) }
        }
    }
}

// Labels on the visible links.
extension ArticlePlace {
    func showLinkHints() {
        guard trail.place == place else { return }
        pager.showHints()
        if pager.hints == nil { status = .refused("No links in view") }
    }

    /// Types a letter of a link's label.
    func typeHint(_ letter: Character) {
        if let link = pager.typeHint(letter) { openLink(link) }
    }
}
