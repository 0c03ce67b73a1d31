import FoundationEssentials
import Player
import Signals
import Terminal
import ViewModels

/// The whole screen: the top line, the bottom line, and the current screen between them.
final class WholeScreen {
    var keys = KeyMap.standard { didSet { hints = nil } }
    var theme = Theme()
    private let terminal: Terminal
    private let model: ReaderModel
    /// The hints in the bottom line. Finding them takes half as long as drawing a row, so they are kept.
    private var hints: (screen: Screen, hinted: [HintedOperation], named: [Hint])?
    /// What is on the screen: the cursors, the parts of the bottom line, when all of it was painted, whether a message
    /// covers content, and whether there is a line about what plays.
    private var painted = (
        cursors: PaintedCursors(), foot: StatusBar.Parts(), whole: Date.distantPast, coversContent: false,
        isPlaying: false
    )

    /// The last screen whose models were told how much room they have.
    private var fittedScreen: Screen?

    init(_ model: ReaderModel, on terminal: Terminal) {
        self.model = model
        self.terminal = terminal
    }

    /// Paints what is stale, and sends the changes to the terminal.
    func paint(_ stale: StaleParts) {
        guard terminal.isShowing else { return }
        fittedScreen = model.screen
        terminal.hideCursor()
        terminal.background = theme.background.background
        let layout = Layout(Canvas(terminal), of: model)
        let now = Date()
        let coversContent = layout.status.map { StatusBar.coversContent($0, model) } ?? false
        // Content that a message covered has to be painted again.
        let isPart =
            isPart(stale, at: now) && !coversContent && !painted.coversContent && painted.isPlaying == (playing != nil)
        let statusBar: StatusBar
        if isPart {
            statusBar = self.statusBar
            if let status = layout.status { statusBar.redraw(on: status, over: painted.foot, below: layout.content) }
            drawPlaying(on: layout.playing?.emptied())
            PanesView(model: model).drawCursors(
                stale, since: painted.cursors, on: layout.content, in: theme, at: now)
        } else {
            fit(to: layout.content)
            terminal.erase()
            Canvas(terminal).fillBackground(of: theme.background)
            drawContent(on: layout.content, now)
            // Its text may depend on the room that was just measured.
            statusBar = self.statusBar
            drawFrame(of: layout, statusBar)
            terminal.title = WindowTitle(screen: model.view().windowTitle, unread: model.feeds.unread).text
        }
        painted = (PaintedCursors(model), statusBar.parts, isPart ? painted.whole : now, coversContent, playing != nil)
        terminal.present()
    }

    /// Tells the models of a screen that wasn't painted yet how much room they have.
    func fitToScreen() {
        guard terminal.isShowing, model.screen != fittedScreen else { return }
        fittedScreen = model.screen
        fit(to: Layout(Canvas(terminal), of: model).content)
    }

    private func fit(to content: Canvas) {
        if model.screen.pane != nil { PanesView(model: model).fit(to: content) } else { model.view().fit(to: content) }
        if let choice = model.session.choice { ChoiceView.fit(choice, in: model, to: content) }
    }

    /// Whether only what is stale can have changed since the last painting.
    private func isPart(_ stale: StaleParts, at time: Date) -> Bool {
        stale != .everything && model.screen.pane != nil && model.session.prompt == nil && model.session.choice == nil
            && 0..<Self.longestTrue ~= time.timeIntervalSince(painted.whole)
    }

    /// Shown times are in minutes, so they stay true for this many seconds.
    private static let longestTrue = 30.0

    private func drawFrame(of layout: Layout, _ statusBar: StatusBar) {
        let prompt = model.session.prompt.map { PromptView(prompt: $0, theme: theme) }
        prompt?.drawHint(atFootOf: layout.content)
        if let title = layout.title {
            let view = model.view()
            TitleBar(title: view.title, remark: view.titleRemark, model: model, theme: theme).draw(on: title)
        }
        drawPlaying(on: layout.playing)
        // Last, because a prompt leaves the terminal's cursor in its text.
        guard let status = layout.status else { return }
        if let prompt {
            prompt.draw(on: status)
        } else if let choice = model.session.choice {
            let end = ChoiceView(choice: choice, model: model, theme: theme).drawQuestion(on: status)
            statusBar.drawHints(on: status, after: end)
        } else {
            statusBar.draw(on: status, below: layout.content)
        }
    }

    private var playing: PlayerState? { model.actions.listening.playing }

    /// Draws what plays, and where it is.
    private func drawPlaying(on canvas: Canvas?) {
        guard let canvas, let playing else { return }
        canvas.fillBackground(of: theme.status.over(theme.background))
        let style = theme.status
        canvas.write(playing.isPaused ? "‖" : "▸", row: 0, column: 1, style: style)
        let words = playing.progress + (playing.speed == 1 ? "" : "  \(playing.speed)×")
        let end = canvas.write(words, row: 0, endingAt: canvas.columns - 1, style: style)
        let titleEnd = canvas.write(playing.title, row: 0, column: 3, style: style, limit: end - 5)
        canvas.write(
            playing.chapter.map { "· \(playing.chapters[$0].title)" } ?? playing.feed, row: 0, column: titleEnd + 1,
            style: theme.statusHint,
            limit: end - titleEnd - 3)
    }

    private var statusBar: StatusBar {
        StatusBar(
            model: model, summary: model.view().summary, news: ItemSummary(model: model).news,
            columns: terminal.columns, hints: shownHints, theme: theme)
    }

    private var shownHints: [Hint] {
        if let choice = model.session.choice { return Hint.of(choice) }
        if model.pager?.hints != nil { return Hint.ofLinks }
        let screen = model.screen
        let hinted = model.view().hinted.filter { model.isEnabled($0.operation, in: screen) }
        if let hints, hints.screen == screen, hints.hinted == hinted { return hints.named }
        let named = keys.hints(at: hinted, in: screen)
        hints = (screen, hinted, named)
        return named
    }

    private func drawContent(on canvas: Canvas, _ now: Date) {
        if model.screen.pane != nil {
            PanesView(model: model).draw(on: canvas, in: theme, at: now)
        } else {
            model.view().draw(on: canvas, in: theme, at: now, isFocused: true)
            model.view().scrollBar(on: canvas)?.draw(style: theme.hint)
        }
        if let choice = model.session.choice { ChoiceView(choice: choice, model: model, theme: theme).draw(on: canvas) }
    }
}

/// How the screen is divided: the title on top, the status line at the bottom, what plays below it, and the content
/// between them.
struct Layout {
    let title: Canvas?
    let content: Canvas
    let playing: Canvas?
    let status: Canvas?

    /// A screen with few rows has the content first, then the status line, then the title, then what plays.
    init(_ canvas: Canvas, of model: ReaderModel) {
        let hasTitle = canvas.rows >= 3
        let hasStatus = canvas.rows >= 2
        let hasPlaying = canvas.rows >= 4 && model.actions.listening.playing != nil
        let end = canvas.rows - (hasPlaying ? 1 : 0)
        title = hasTitle ? canvas.part(row: 0, rows: 1) : nil
        status = hasStatus ? canvas.part(row: end - 1, rows: 1) : nil
        playing = hasPlaying ? canvas.part(row: end, rows: 1) : nil
        content = canvas.part(row: hasTitle ? 1 : 0, rows: end - (hasTitle ? 1 : 0) - (hasStatus ? 1 : 0))
    }
}

/// The panes side by side, separated by thin rules. Each shows a screen.
private struct PanesView {
    let model: ReaderModel

    /// Tells the models of all panes how much room they have.
    func fit(to canvas: Canvas) {
        model.navigation.fitPanes(columns: canvas.columns)
        for slot in model.panes.arrangement.slots { model.view(of: slot.pane.screen).fit(to: canvas.part(of: slot)) }
    }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date) {
        let slots = model.panes.arrangement.slots
        for slot in slots {
            draw(slot.pane, on: canvas.part(of: slot), in: theme, at: now)
            if slot != slots.last { canvas.drawRule(column: slot.end, style: theme.hint) }
            scrollBar(of: slot, on: canvas)?.draw(style: theme.hint)
        }
    }

    private func scrollBar(of slot: PaneArrangement.Slot, on canvas: Canvas) -> ScrollBar? {
        model.view(of: slot.pane.screen).scrollBar(on: canvas.borderedPart(of: slot))
    }

    /// Draws only the rows that the cursors left and reached, and those that came into view.
    func drawCursors(
        _ stale: StaleParts, since painted: PaintedCursors, on canvas: Canvas, in theme: Theme, at now: Date
    ) {
        let slots = model.panes.arrangement.slots
        for slot in slots {
            let view = model.view(of: slot.pane.screen)
            guard !view.cursorPart.isDisjoint(with: stale) else { continue }
            let (list, scrollBar) = (canvas.part(of: slot), scrollBar(of: slot, on: canvas))
            let movement = view.movement(since: painted)
            var parts = [movement?.rows ?? 0..<list.rows]
            if let movement, movement.scrolled != 0 {
                list.scroll(by: movement.scrolled)
                // The last pane's thumb is in its own column, and moved along.
                if let scrollBar, slot == slots.last {
                    parts.append(scrollBar.rowsWithOldThumb(afterScrolling: movement.scrolled))
                }
            }
            for rows in parts { draw(slot.pane, on: list.emptied(rows: rows), in: theme, at: now) }
            // Only scrolling moves the thumb, but the last pane's was erased with its row.
            if movement?.scrolled != 0, slot != slots.last { canvas.drawRule(column: slot.end, style: theme.hint) }
            scrollBar?.draw(style: theme.hint)
        }
    }

    private func draw(_ pane: Pane, on canvas: Canvas, in theme: Theme, at now: Date) {
        // A list of choices has the keys and the bar instead.
        let isFocused = pane == model.navigation.focus && model.session.choice == nil
        model.view(of: pane.screen).draw(on: canvas, in: theme, at: now, isFocused: isFocused)
    }
}

/// The cursors of the panes' lists.
struct PaintedCursors {
    var feeds = ListCursor()
    var items = ListCursor()

    init() {}

    init(_ model: ReaderModel) {
        feeds = model.feeds.cursor
        items = model.items.cursor
    }
}

/// How a list on the screen changes when its cursor moves.
struct ListMovement {
    /// How many rows the list scrolls up; down if negative.
    let scrolled: Int
    /// The rows that look different after that.
    let rows: Range<Int>
}

extension ListCursor {
    /// What moving the cursor has changed; nil if other things have changed, or every row.
    func movement(since painted: ListCursor) -> ListMovement? {
        var moved = painted
        moved.move(to: row)
        moved.rowsAbove = rowsAbove
        let scrolled = top - painted.top
        guard moved == self, abs(scrolled) < height else { return nil }
        let (left, reached) = (painted.row - top, row - top)
        let start = scrolled < 0 ? 0 : min(left, reached)
        let end = scrolled > 0 ? height : max(left, reached) + 1
        return ListMovement(scrolled: scrolled, rows: max(start, 0)..<min(end, height))
    }
}
