import Library
import Signals
import Typesetting

/// The links of an article.
@MainActor final class LinksPlace: WorkspaceUser, Screen {
    let workspace: Workspace
    let place = Place.links
    let list = LinkListModel()
    private let browsing: Browsing

    init(_ workspace: Workspace, browsing: Browsing) {
        self.workspace = workspace
        self.browsing = browsing
    }

    /// Lists the links of the open article, or of the item at the cursor.
    func show() {
        if here.article.map(show) != true { status = .refused("No links here") }
    }

    /// Lists the links of an article, and returns whether it has any.
    func show(linksOf article: Article) -> Bool {
        let links = article.document.numberedLinks
        guard !links.isEmpty else { return false }
        list.show(links, of: article.item, factsOfFiles: article.factsOfFiles)
        trail.go(to: .links)
        return true
    }

    func move(by rows: Int) { list.cursor.move(by: rows) }
    func turnPage(by pages: Int) { list.cursor.turnPage(by: pages) }
    func turnHalfPage(by pages: Int) { list.cursor.turnHalfPage(by: pages) }
    func goToTop() { list.cursor.move(to: 0) }
    func goToEnd() { list.cursor.move(to: .max) }
    func go(toRow number: Int) { list.cursor.move(to: number - 1) }
    func scroll(by rows: Int) { list.cursor.scroll(by: rows) }
    func scroll(toTop line: Int) { list.cursor.scroll(toTop: line) }
    func wrap(_ rows: Int) -> Bool { wrap(rows, from: list.cursor.row, of: list.cursor.count) }
    var rows: Int? { list.links.count }
    var rowInView: Int? { list.cursor.rowInView }

    var feed: Feed? { workspace.belowLinks.feed }
    var feeds: [Feed] { workspace.belowLinks.feeds }
    /// The list below may no longer contain the item.
    var item: Item? { isOfList ? asMarkedNow(list.item) : workspace.belowLinks.item }
    var article: Article? { isOfList ? workspace.article(of: item) : workspace.belowLinks.article }
    var link: NumberedLink? { list.selected }
    var numberedLinks: Int? { list.links.count }

    func enables(_ operation: Operation) -> Bool? { operation == .showLinks ? false : nil }

    private var isOfList: Bool { trail.placeBelowLinks == .items }

    func open() { if let link { browsing.browse(link.address) } }
    func open(counted number: Int) { workspace.openLink(typedNumber: number) }

    func openLink(_ number: Int) {
        list.choose(number)
        if list.links.indices.contains(number - 1) { browsing.browse(list.links[number - 1].address) }
    }

    func remember(in screen: inout LastScreen) { screen.link = list.selected?.number }
}
