import FoundationEssentials
import Signals
import Terminal
import ViewModels

/// The whole screen: the top line, the bottom line, and the current place between them.
final class ScreenView {
    var keys = KeyMap.standard { didSet { hints = nil } }
    var theme = Theme()
    private let terminal: Terminal
    private let model: ReaderModel
    /// The hints in the bottom line. Finding them takes half as long as drawing a row, so they are kept.
    private var hints: (place: Place, hinted: [HintedOperation], named: [Hint])?
    /// What is on the screen: the cursors, the parts of the bottom line, when all of it was painted, and whether a
    /// message covers content.
    private var painted = (
        cursors: PaneCursors(), foot: StatusBar.Parts(), whole: Date.distantPast, coversContent: false
    )

    /// The last place whose models were told how much room they have.
    private var fittedPlace: Place?

    init(_ model: ReaderModel, on terminal: Terminal) {
        self.model = model
        self.terminal = terminal
    }

    /// Paints what is stale, and sends the changes to the terminal.
    func paint(_ stale: Stale) {
        guard terminal.isShowing else { return }
        fittedPlace = model.place
        terminal.hideCursor()
        terminal.background = theme.background.background
        let layout = Layout(Canvas(terminal))
        let now = Date()
        let coversContent = layout.status.map { StatusBar.coversContent($0, model) } ?? false
        // Content that a message covered has to be painted again.
        let isPart = isPart(stale, at: now) && !coversContent && !painted.coversContent
        let statusBar: StatusBar
        if isPart {
            statusBar = self.statusBar
            if let status = layout.status { statusBar.redraw(on: status, over: painted.foot, below: layout.content) }
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
            terminal.title = WindowTitle(place: model.view().windowTitle, unread: model.feeds.unread).text
        }
        painted = (PaneCursors(model), statusBar.parts, isPart ? painted.whole : now, coversContent)
        terminal.present()
    }

    /// Tells the models of a place that wasn't painted yet how much room they have.
    func fitToPlace() {
        guard terminal.isShowing, model.place != fittedPlace else { return }
        fittedPlace = model.place
        fit(to: Layout(Canvas(terminal)).content)
    }

    private func fit(to content: Canvas) {
        if model.place.pane != nil { PanesView(model: model).fit(to: content) } else { model.view().fit(to: content) }
        if let choice = model.choice { ChoiceView.fit(choice, in: model, to: content) }
    }

    /// Whether only what is stale can have changed since the last painting.
    private func isPart(_ stale: Stale, at time: Date) -> Bool {
        stale != .everything && model.place.pane != nil && model.prompt == nil && model.choice == nil
            && 0..<Self.longestTrue ~= time.timeIntervalSince(painted.whole)
    }

    /// Shown times are in minutes, so they stay true for this many seconds.
    private static let longestTrue = 30.0

    private func drawFrame(of layout: Layout, _ statusBar: StatusBar) {
        let prompt = model.prompt.map { PromptView(prompt: $0, theme: theme) }
        prompt?.drawHint(atFootOf: layout.content)
        if let title = layout.title {
            let view = model.view()
            TitleBar(title: view.title, remark: view.titleRemark, model: model, theme: theme).draw(on: title)
        }
        // Last, because a prompt leaves the terminal's cursor in its text.
        guard let status = layout.status else { return }
        if let prompt {
            prompt.draw(on: status)
        } else if let choice = model.choice {
            let end = ChoiceView(choice: choice, model: model, theme: theme).drawQuestion(on: status)
            statusBar.drawHints(on: status, after: end)
        } else {
            statusBar.draw(on: status, below: layout.content)
        }
    }

    private var statusBar: StatusBar {
        StatusBar(
            model: model, summary: model.view().summary, news: ItemSummary(model: model).news,
            columns: terminal.columns, hints: shownHints, theme: theme)
    }

    private var shownHints: [Hint] {
        if let choice = model.choice { return Hint.of(choice) }
        if model.pager?.hints != nil { return Hint.ofLinks }
        let place = model.place
        let hinted = model.view().hinted.filter { model.isEnabled($0.operation, in: place) }
        if let hints, hints.place == place, hints.hinted == hinted { return hints.named }
        let named = keys.hints(at: hinted, in: place)
        hints = (place, hinted, named)
        return named
    }

    private func drawContent(on canvas: Canvas, _ now: Date) {
        if model.place.pane != nil {
            PanesView(model: model).draw(on: canvas, in: theme, at: now)
        } else {
            model.view().draw(on: canvas, in: theme, at: now, isFocused: true)
            model.view().scrollBar(on: canvas)?.draw(style: theme.hint)
        }
        if let choice = model.choice { ChoiceView(choice: choice, model: model, theme: theme).draw(on: canvas) }
    }
}
