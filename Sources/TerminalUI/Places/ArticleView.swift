import FoundationEssentials
import Library
import Terminal
import ViewModels

/// An article.
struct ArticleView: PlaceView {
    static let (helpHeading, plural) = ("in an article", "articles")
    static let firstKeys: [FirstKey] = [
        FirstKey(.readOn, does: "page down; at the end, go to the next unread item"),
        FirstKey(.nextUnread, does: "go to the next unread item"),
        FirstKey(.openInBrowser, does: "open the link in the browser"),
        FirstKey(.toggleStar, does: "star or unstar the item"),
        FirstKey(.back, does: "go back to the list")
    ]
    private let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    func follow(by schedule: PaintSchedule) {
        schedule.follow(model.article.$page)
        schedule.follow(model.article.$hints)
        schedule.follow(model.article.$search)
    }

    func fit(to canvas: Canvas) {
        if model.openArticle != nil { PagerView.fit(model.article, to: canvas) }
    }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        guard model.openArticle != nil else { return }
        PagerView(
            pager: model.article, theme: theme, place: .article, isFocused: isFocused, pictures: model.pictures
        ).draw(on: canvas)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? {
        model.openArticle == nil ? nil : PagerView.scrollBar(of: model.article, on: canvas)
    }

    /// Opens the link under the mouse. Always returns false, as a second press must not open anything else.
    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        let text = PagerView.text(of: model.article, on: canvas)
        guard event.action == .press(.left), let cell = text.cell(of: event) else { return false }
        if let figure = model.article.figure(inRow: cell.row, cell: cell.column) {
            model.picture.show(figure)
        } else if let link = model.article.link(inRow: cell.row, cell: cell.column) {
            model.openLink(link)
        } else if model.article.isHeadline(inRow: cell.row, cell: cell.column) {
            model.perform(.openInBrowser)
        }
        return false
    }

    func pressTitle() { model.perform(.showFeedOfItem) }
    func scroll(by rows: Int) { model.scroll(.article, by: rows) }
    func scroll(toTop row: Int) { model.scroll(.article, toTop: row) }
}

// Words.
extension ArticleView {
    var title: String { model.openArticle?.feedName ?? "" }

    /// The list from which the article was opened, if it isn't the feed's own.
    var titleRemark: String? {
        guard let source = model.items.source, model.items.feed?.id != model.openArticle?.item.feed else { return nil }
        return source.asOrigin
    }

    var windowTitle: String? { model.openArticle?.item.displayTitle }

    /// The article's position in the list, and how much of it is read; only the latter if it has left the list.
    var summary: String {
        guard model.panes.arrangement.shows(.items), let item = model.openArticle?.item,
            let number = model.items.number(of: item.id)
        else { return readShare }
        let isAtCursor = model.items.selected?.id == item.id
        let position = isAtCursor ? ItemSummary(model: model).text : String(row: number, of: model.items.total)
        return "\(position) · \(readShare)"
    }

    private var readShare: String {
        let share = "\(model.article.page.percent)%"
        return model.article.hitPosition.map { "\($0) · \(share)" } ?? share
    }

    var hinted: [HintedOperation] { model.article.hintedAtHits ?? Self.hinted }

    private static let hinted = [
        HintedOperation(.readOn, "read on"), HintedOperation(.nextUnread, "next unread"),
        HintedOperation(.openInBrowser, "browser"), HintedOperation(.back, "back"), HintedOperation(.help, "keys")
    ]
}
