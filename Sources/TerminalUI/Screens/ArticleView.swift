import FoundationEssentials
import Library
import Signals
import Terminal
import Typesetting
import URLs
import ViewModels

struct ArticleView: ScreenView {
    static let (helpHeading, plural) = ("in an article", "articles")
    static let firstKeys: [FirstKey] = [
        FirstKey(.readOn, does: "page down; at the end, go to the next unread item"),
        FirstKey(.nextUnread, does: "go to the next unread item"),
        FirstKey(.openInBrowser, does: "open the link in the browser"),
        FirstKey(.toggleStar, does: "star or unstar the item"),
        FirstKey(.back, does: "go back to the list")
    ]
    let model: ReaderModel

    func follow(by schedule: PaintSchedule) {
        schedule.follow(model.article.text.$page)
        schedule.follow(model.article.text.$hints)
        schedule.follow(model.article.text.$search)
        schedule.follow(model.article.text.$playedLink)
    }

    func fit(to canvas: Canvas) {
        if model.article.open != nil { PagerView.fit(model.article.text, to: canvas) }
    }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        guard model.article.open != nil else { return }
        PagerView(
            pager: model.article.text, theme: theme, screen: .article, isFocused: isFocused, pictures: model.pictures
        ).draw(on: canvas)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? {
        model.article.open == nil ? nil : PagerView.scrollBar(of: model.article.text, on: canvas)
    }

    /// Opens the link under the mouse. Always returns false, as a second press must not open anything else.
    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        let text = PagerView.text(of: model.article.text, on: canvas)
        guard event.action == .press(.left), let cell = text.cell(of: event) else { return false }
        if let figure = model.article.text.figure(inRow: cell.row, cell: cell.column) {
            model.screens.picture.show(figure)
        } else if let link = model.article.text.link(inRow: cell.row, cell: cell.column) {
            model.openLink(link)
        } else if model.article.text.isHeadline(inRow: cell.row, cell: cell.column) {
            model.perform(.openInBrowser)
        }
        return false
    }

    func pressTitle() { model.perform(.showFeedOfItem) }
}

// Words.
extension ArticleView {
    var title: String { model.article.open?.feedName ?? "" }

    /// The list from which the article was opened, if it isn't the feed's own.
    var titleRemark: String? {
        guard let source = model.items.source, model.items.feed?.id != model.article.open?.item.feed else { return nil }
        return source.asOrigin
    }

    var windowTitle: String? { model.article.open?.item.displayTitle }

    /// The article's position in the list, and how much of it is read; only the latter if it has left the list.
    var summary: String {
        guard model.panes.arrangement.shows(.items), let item = model.article.open?.item,
            let number = model.items.number(of: item.id)
        else { return readShare }
        let isAtCursor = model.items.selected?.id == item.id
        let position = isAtCursor ? ItemSummary(model: model).text : String(row: number, of: model.items.loaded.total)
        return "\(position) · \(readShare)"
    }

    private var readShare: String {
        let share = "\(model.article.text.page.percent)%"
        return model.article.text.hitPosition.map { "\($0) · \(share)" } ?? share
    }

    var hinted: [HintedOperation] { model.article.text.hintedAtHits ?? Self.hinted }

    private static let hinted = [
        HintedOperation(.readOn, "read on"), HintedOperation(.nextUnread, "next unread"),
        HintedOperation(.openInBrowser, "browser"), HintedOperation(.back, "back"), HintedOperation(.help, "keys")
    ]
}

/// The links of an article: number, text, details of the file, and URL.
struct LinksView: ScreenView {
    static let (helpHeading, plural) = ("in a list of links", "links")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.open, does: "open the selected link in the browser"),
        FirstKey(.goToLink, does: "open a link by number"),
        FirstKey(.copyLink, does: "copy the link"),
        .goBack
    ]
    let model: ReaderModel

    private var list: LinkListModel { model.screens.links.list }

    func follow(by schedule: PaintSchedule) {
        schedule.follow(list.$links)
        schedule.follow(list.$cursor)
    }

    func fit(to canvas: Canvas) { list.fit(canvas.rows) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        let links = list.links
        let numbersEnd = "\(links.count)".utf8.count + 1
        let start = numbersEnd + 2
        let widest = links.lazy.filter(\.hasName).map(width).max() ?? 0
        let name = start..<start + min(widest, max(0, canvas.columns - start - 1) / 2)
        canvas.drawRows(of: list.cursor, isFocused: isFocused) { index, isSelected, canvas in
            let row = theme.row(isSelected: isSelected)
            row.fill(canvas)
            canvas.write("\(links[index].number)", row: 0, endingAt: numbersEnd, style: row.style(theme.mark))
            draw(links[index], named: name, as: row, on: canvas)
        }
    }

    /// The cells that a link's text and the details of its file need.
    private func width(of link: NumberedLink) -> Int {
        let facts = list.facts(of: link)
        return link.text.cellWidth + (facts.isEmpty ? 0 : Self.separator.cellWidth + facts.cellWidth)
    }

    /// Draws a link's text in its columns, and the URL after it.
    private func draw(_ link: NumberedLink, named name: Range<Int>, as row: RowStyle, on canvas: Canvas) {
        let (facts, room) = (list.facts(of: link), canvas.columns - name.lowerBound - 1)
        var end = name.upperBound
        if !facts.isEmpty {
            // The details matter more than the URL, so they come first.
            let nameEnd = canvas.write(
                link.called(within: room - Self.separator.cellWidth - facts.cellWidth), row: 0,
                column: name.lowerBound, style: row.style(.plain),
                limit: room - Self.separator.cellWidth - facts.cellWidth)
            let factsEnd = canvas.write("· \(facts)", row: 0, column: nameEnd + 1, style: row.style(row.theme.hint))
            end = max(end, factsEnd)
        } else {
            canvas.write(
                link.called(within: room), row: 0, column: name.lowerBound, style: row.style(.plain),
                limit: link.hasName ? name.count : room)
        }
        guard link.hasName else { return }
        // On a narrow screen the host matters more than the scheme.
        let shown = link.address.shownAddress
        let address = canvas.columns < Self.enoughForSchemes ? shown.withoutScheme : shown
        let left = canvas.columns - end - 3
        canvas.write(
            address.shortenedAddress(toCells: left), row: 0, column: end + 2, style: row.style(row.theme.hint),
            limit: left)
    }

    private static let separator = " · "
    private static let enoughForSchemes = 60

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let row = list.cursor.row(under: event, on: canvas) else { return false }
        list.choose(row + 1)
        return true
    }
}

// Words.
extension LinksView {
    var title: String { "links" }
    var windowTitle: String? { model.article.open.map { "Links in \($0.item.displayTitle)" } }
    var summary: String { String(row: list.cursor.row + 1, of: list.cursor.count) }
    var hinted: [HintedOperation] {
        [
            HintedOperation(.open, "browser"), HintedOperation(.back, "back"), HintedOperation(.help, "keys")
        ]
    }
}

extension NumberedLink {
    /// Whether its text differs from its URL, which would otherwise stand there twice.
    fileprivate var hasName: Bool {
        text != address.shownAddress && !text.isEmpty && !address.hasSuffix("://" + text) && address != text
    }

    /// Its text, or its URL shortened so that the host stays readable.
    fileprivate func called(within cells: Int) -> String {
        hasName ? text : address.shownAddress.shortenedAddress(toCells: cells)
    }
}

/// One picture of an article, as large as the screen.
struct PictureView: ScreenView {
    static let (helpHeading, plural) = ("on a picture", "pictures")
    static let firstKeys: [FirstKey] = [
        FirstKey(.down, .up, does: "next and previous picture"),
        FirstKey(.openInBrowser, does: "open the picture in the browser"),
        FirstKey(.openBehind, does: "open it in a graphical browser"),
        FirstKey(.copyLink, does: "copy the picture's link"),
        .goBack
    ]
    let model: ReaderModel

    func follow(by schedule: PaintSchedule) { schedule.follow(model.screens.picture.$image) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        canvas.fillBackground(of: theme.article)
        guard let source = model.screens.picture.image?.source else { return }
        let room = canvas.inner
        guard let picture = model.pictures.enlarged(source, columns: room.columns, rows: room.rows) else {
            let words = model.pictures.obstacle(to: source) ?? ""
            room.write(words.asSentence, row: room.rows / 2, column: 0, style: theme.hint)
            return
        }
        room.draw(picture, row: (room.rows - picture.rows) / 2, column: (room.columns - picture.columns) / 2)
    }
}

// Words.
extension PictureView {
    var title: String { model.screens.picture.image?.alt ?? model.article.open?.item.displayTitle ?? "" }
    var windowTitle: String? { model.article.open?.item.displayTitle }
    var summary: String { "picture \(model.screens.picture.number) of \(model.screens.picture.count)" }
    var hinted: [HintedOperation] {
        [
            HintedOperation(.down, "next"), HintedOperation(.up, "previous"),
            HintedOperation(.openInBrowser, "browser"),
            HintedOperation(.back, "back"),
            HintedOperation(.help, "keys")
        ]
    }
}
