import FoundationEssentials
import Signals
import Terminal
import Typesetting
import ViewModels

/// The failures. The cursor's bar is on the name of the chosen feed.
struct FailuresView: ScreenView {
    static let (helpHeading, plural) = ("in the list of failures", "failures")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.refreshFeed, does: "try the selected feed again"),
        FirstKey(.manageFeed, does: "change or remove the feed"),
        FirstKey(.open, does: "go to the feed in the feed list"),
        .goBack
    ]
    let model: ReaderModel

    private var list: FailureListModel { model.failures }

    func follow(by schedule: PaintSchedule) {
        schedule.follow(list.text.$page)
        schedule.follow(list.text.$search)
        schedule.follow(list.$row)
    }

    func fit(to canvas: Canvas) {
        let wasInView = list.isChosenInView
        PagerView.fit(list.text, to: canvas)
        if wasInView, !list.isChosenInView { list.bringIntoView() }
    }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        PagerView(pager: list.text, theme: theme, screen: .failures, isFocused: isFocused).draw(on: canvas)
        if list.count > 0 { drawCursor(on: canvas, in: theme) }
    }

    private func drawCursor(on canvas: Canvas, in theme: Theme) {
        let (top, column) = (list.text.page.top, PagerView.text(of: list.text, on: canvas))
        let (bar, style) = (rows(on: canvas), theme.row(isSelected: true))
        // In a failure that is longer than the screen, the name may be scrolled out of view.
        let name = list.chosenName.clamped(to: top..<top + column.rows)
        for line in name {
            style.fill(bar.part(row: line - top, rows: 1))
            column.write(
                list.text.visible[line - top], row: line - top, highlights: Highlights(), at: .failures,
                style: { style.style($0.style.contains(.found) ? theme.heading.adding(.underline) : theme.heading) })
        }
        bar.placeCursor(row: name.lowerBound - top, column: 0, isShown: false)
    }

    /// The rows of the text, with an empty cell on both sides.
    private func rows(on canvas: Canvas) -> Canvas {
        let text = PagerView.text(of: list.text, on: canvas)
        return canvas.part(row: canvas.rows - text.rows, rows: text.rows)
            .part(column: text.firstColumn - canvas.firstColumn - 1, columns: text.columns + 2)
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? { PagerView.scrollBar(of: list.text, on: canvas) }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        rows(on: canvas).cell(of: event).map { list.choose(inRow: $0.row) } ?? false
    }
}

// Words.
extension FailuresView {
    var title: String { "failures" }
    var windowTitle: String? { "Failures" }
    var summary: String {
        let skipped = list.skipped > 0 ? " · \(list.skipped) skipped" : ""
        return list.text.hitPosition ?? (list.count > 0 ? String(row: list.row + 1, of: list.count) + skipped : "")
    }
    var hinted: [HintedOperation] {
        list.text.hintedAtHits ?? (list.isAccountChosen ? Self.hintedOfAccount : Self.hinted)
    }

    private static let hintedOfAccount = [
        HintedOperation(.open, "sync again"), HintedOperation(.manageFeed, "more"), HintedOperation(.back, "back"),
        HintedOperation(.help, "keys")
    ]

    private static let hinted = [
        HintedOperation(.refreshFeed, "try again"), HintedOperation(.manageFeed, "change"),
        HintedOperation(.back, "back"), HintedOperation(.openInBrowser, "site"), HintedOperation(.open, "go to feed"),
        HintedOperation(.help, "keys")
    ]
}
