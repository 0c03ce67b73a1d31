import FoundationEssentials
import Signals
import Terminal
import Typesetting
import URLs
import ViewModels

/// A text in the pager, such as an article or the help.
struct PagerView {
    let pager: PagerModel
    let theme: Theme
    let screen: Screen
    let isFocused: Bool
    /// The pictures of the text, if it may have some.
    var pictures: PictureModel?

    /// Tells the pager how much room it has, before anything is drawn.
    static func fit(_ pager: PagerModel, to canvas: Canvas) {
        let room = room(on: canvas)
        pager.fit(width: hasMargins(room) ? room.columns - 2 : room.columns, height: room.rows)
    }

    func draw(on canvas: Canvas) {
        canvas.fillBackground(of: theme.article)
        let column = Self.text(of: pager, on: canvas)
        column.noteScrollable()
        for (row, line) in pager.visible.enumerated() {
            column.write(line, row: row, highlights: theme.highlights, at: screen, style: style, link: address)
        }
        for (figure, row) in pager.visibleFigures {
            if let picture = pictures?.picture(figure) {
                column.draw(picture, row: row, column: figure.column)
            } else {
                // Its room is empty until it comes.
                column.write("…", row: max(row, 0), column: figure.column, style: theme.byline)
            }
        }
        if isFocused { column.placeCursor(row: pager.rowOfHit ?? 0, column: 0, isShown: false) }
        for mark in pager.hints?.open ?? [] {
            let label = mark.letters.padded(toCells: mark.cells)
            column.write(typed: label, row: mark.row, column: mark.cell, style: theme.name.adding(.reverse))
        }
    }

    static func scrollBar(of pager: PagerModel, on canvas: Canvas) -> ScrollBar? {
        let (room, page) = (room(on: canvas), pager.page)
        // The text's length is known only when all of it is set.
        return hasMargins(room) && page.isWhole ? ScrollBar(on: room, top: page.top, of: page.lines.count) : nil
    }

    /// The part with the lines of the text.
    static func text(of pager: PagerModel, on canvas: Canvas) -> Canvas {
        room(on: canvas).centered(columns: pager.width)
    }

    /// Whether there is room for margins, one of which holds the scroll bar.
    private static func hasMargins(_ canvas: Canvas) -> Bool { canvas.columns >= 30 }

    /// Leaves an empty row on top if there is room.
    private static func room(on canvas: Canvas) -> Canvas {
        canvas.rows >= 12 ? canvas.part(row: 1, rows: canvas.rows - 1) : canvas
    }

    private func address(of run: Run) -> String? {
        let links = pager.galley.links
        guard let link = run.link, links.indices.contains(link - 1), case .address(let address) = links[link - 1] else {
            return nil
        }
        return address.isForTerminals ? address : nil
    }

    /// Code has its own colours. In lede's own texts, which are set as code for their columns, only the keys stand out.
    private func codeStyle(of run: Run) -> CellStyle? {
        screen == .article ? theme.code : run.style.contains(.bold) ? theme.name : nil
    }

    private func style(of run: Run) -> CellStyle {
        var style = run.style.contains(.heading) ? theme.heading : theme.article
        // Lower headings have less weight.
        if run.style.contains(.heading), !run.style.contains(.bold) { style.attributes.remove(.bold) }
        if !run.style.isDisjoint(with: [.dim, .image, .caption]) { style = theme.byline }
        if run.style.contains(.deleted) { style = style.adding(.struckOut) }
        if run.style.contains(.bold) { style = style.adding(.bold) }
        if run.style.contains(.italic) { style = style.adding(.italic) }
        if !run.style.isDisjoint(with: [.underline, .link]) { style = style.adding(.underline) }
        if run.style.contains(.marked) || run.link != nil && run.link == pager.playedLink {
            style = style.adding(.reverse)
        }
        if run.style.contains(.found) { style = theme.mark.adding(.reverse) }
        if run.style.contains(.chosen) { style = style.adding([.bold, .underline]) }
        if run.style.contains(.code), !run.style.contains(.found), let code = codeStyle(of: run) {
            style = CellStyle(
                style.attributes.union(code.attributes), foreground: code.foreground, background: code.background)
        }
        return style.over(theme.article)
    }
}

/// A screen that shows only a text in the pager.
protocol TextScreenView: ScreenView {
    static var screen: Screen { get }
    var model: ReaderModel { get }
    var pager: PagerModel { get }
}

extension TextScreenView {
    func follow(by schedule: PaintSchedule) {
        schedule.follow(pager.$page)
        schedule.follow(pager.$search)
    }

    func fit(to canvas: Canvas) { PagerView.fit(pager, to: canvas) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        PagerView(pager: pager, theme: theme, screen: Self.screen, isFocused: isFocused).draw(on: canvas)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? { PagerView.scrollBar(of: pager, on: canvas) }

    var summary: String { pager.hitPosition ?? "" }
}

extension PagerModel {
    /// The position of the current match: “match 3 of 17”.
    var hitPosition: String? { search.map { "match \(($0.current ?? -1) + 1) of \($0.count)" } }

    /// The operations to hint at while the pager shows matches; nil if there are none.
    var hintedAtHits: [HintedOperation]? { search?.count ?? 0 > 0 ? HintedOperation.atHits : nil }
}

extension HintedOperation {
    fileprivate static let atHits = [
        HintedOperation(.nextHit, "next"), HintedOperation(.previousHit, "previous"),
        HintedOperation(.escape, "clear search"), HintedOperation(.help, "keys")
    ]
}

/// The details of a feed, or a preview of a feed to add.
struct InformationView: TextScreenView {
    static let (screen, helpHeading, plural) = (Screen.information, "in the feed details", "feed details")
    static let firstKeys: [FirstKey] = [
        FirstKey(.open, does: "add the feed"),
        .scroll,
        FirstKey(.refreshFeed, does: "refresh the feed"),
        FirstKey(.manageFeed, does: "change or remove the feed"),
        .goBack
    ]
    let model: ReaderModel

    var pager: PagerModel { model.information.page }
    var title: String { "feed details" }
    var windowTitle: String? { "Feed details" }

    var hinted: [HintedOperation] {
        pager.hintedAtHits ?? (model.information.previewed != nil ? Self.hintedInPreview : Self.hinted)
    }

    private static let hinted = [
        HintedOperation(.refreshFeed, "refresh"), HintedOperation(.manageFeed, "change"),
        HintedOperation(.back, "back"), HintedOperation(.help, "keys")
    ]
    private static let hintedInPreview = [
        HintedOperation(.open, "add"), HintedOperation(.back, "back"), HintedOperation(.help, "keys")
    ]
}
