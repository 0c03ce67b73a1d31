import Addresses
import FoundationEssentials
import Library
import Signals
import Terminal
import Typesetting
import ViewModels

/// The links of an article: number, text, details of the file, and URL.
struct LinksView: PlaceView {
    static let (helpHeading, plural) = ("in a list of links", "links")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.open, does: "open the selected link in the browser"),
        FirstKey(.goToLink, does: "open a link by number"),
        FirstKey(.copyLink, does: "copy the link"),
        .goBack
    ]
    private let model: ReaderModel

    init(_ model: ReaderModel) { self.model = model }

    private var list: LinkListModel { model.links }

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

    func scroll(by rows: Int) { model.scroll(by: rows) }
}

// Words.
extension LinksView {
    var title: String { "links" }
    var windowTitle: String? { model.openArticle.map { "Links in \($0.item.displayTitle)" } }
    var summary: String { String(row: list.cursor.row + 1, of: list.cursor.count) }
    var hinted: [HintedOperation] { Self.hinted }

    private static let hinted = [
        HintedOperation(.open, "browser"), HintedOperation(.back, "back"), HintedOperation(.help, "keys")
    ]
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
