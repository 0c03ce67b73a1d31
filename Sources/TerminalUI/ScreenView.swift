import FoundationEssentials
import Signals
import Terminal
import ViewModels

/// The whole screen: the line on top, the line at the foot, and between them what the place has that the person is in.
final class ScreenView {
    var keys = KeyMap.standard { didSet { hints = [:] } }
    var theme = Theme()
    private let terminal: Terminal
    private let model: ReaderModel
    /// What the line at the foot says of keys, which would take half as long to find as drawing a row does.
    private var hints: [HintedState: [Hint]] = [:]
    /// What is on the screen: the cursors, the parts of the line at the foot, when all of it was painted, and whether a message
    /// reaches into the content.
    private var painted = (
        cursors: PaneCursors(), foot: StatusBar.Parts(), whole: Date.distantPast, coversContent: false
    )

    /// The place whose models know what room they have.
    private var fittedPlace: Place?

    init(_ model: ReaderModel, on terminal: Terminal) {
        self.model = model
        self.terminal = terminal
    }

    /// Paints what is stale, and sends what has changed.
    func paint(_ stale: Stale) {
        guard terminal.isShowing else { return }
        fittedPlace = model.place
        terminal.hideCursor()
        terminal.background = theme.background.background
        let layout = Layout(Canvas(terminal))
        let now = Date()
        let coversContent = layout.status.map { StatusBar.coversContent($0, model) } ?? false
        // A message that stood on what is above it has to go from there.
        let isPart = isPart(stale, at: now) && !coversContent && !painted.coversContent
        let statusBar: StatusBar
        if isPart {
            statusBar = self.statusBar
            if let status = layout.status { statusBar.redraw(on: status, over: painted.foot, below: layout.content) }
            PanesView(model: model, theme: theme, now: now).drawCursors(
                stale, since: painted.cursors, on: layout.content)
        } else {
            terminal.erase()
            Canvas(terminal).fillBackground(of: theme.background)
            drawContent(on: layout.content, now)
            // What it tells may depend on what there was room for.
            statusBar = self.statusBar
            drawFrame(of: layout, statusBar)
            terminal.title = WindowTitle(model).text
        }
        painted = (PaneCursors(model), statusBar.parts, isPart ? painted.whole : now, coversContent)
        terminal.present()
    }

    /// Has the models of a place that was not painted yet know what room they have, as painting does, and sends nothing.
    func fitToPlace() {
        guard terminal.isShowing, model.place != fittedPlace else { return }
        fittedPlace = model.place
        painted.whole = .distantPast
        drawContent(on: Layout(Canvas(terminal)).content, Date())
    }

    /// Whether what is stale is all that can have changed since the last painting.
    private func isPart(_ stale: Stale, at time: Date) -> Bool {
        stale != .everything && model.place.pane != nil && model.prompt == nil && model.choice == nil
            && 0..<Self.longestTrue ~= time.timeIntervalSince(painted.whole)
    }

    /// For so many seconds what is shown of the time stays as it is, which is told in minutes.
    private static let longestTrue = 30.0

    private func drawFrame(of layout: Layout, _ statusBar: StatusBar) {
        let prompt = model.prompt.map { PromptView(prompt: $0, theme: theme) }
        prompt?.drawHint(atFootOf: layout.content)
        if let title = layout.title { TitleBar(model: model, theme: theme).draw(on: title) }
        // Last, because what is asked leaves the cursor where one types.
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
        StatusBar(model: model, columns: terminal.columns, hints: shownHints, theme: theme)
    }

    private var shownHints: [Hint] {
        if model.choice != nil { return Hint.ofChoice }
        if model.pager?.hints != nil { return Hint.ofLinks }
        let state = HintedState(model)
        if let known = hints[state] { return known }
        let named = keys.hints(for: state)
        hints[state] = named
        return named
    }

    private func drawContent(on canvas: Canvas, _ now: Date) {
        drawPlace(on: canvas, now)
        if let choice = model.choice { ChoiceView(choice: choice, model: model, theme: theme).draw(on: canvas) }
    }

    private func drawPlace(on canvas: Canvas, _ now: Date) {
        switch model.place {
        case .welcome: WelcomeView(model: model, keys: keys, theme: theme).draw(on: canvas)
        case .feeds, .items, .article: PanesView(model: model, theme: theme, now: now).draw(on: canvas)
        case .links: LinkListView(list: model.links, theme: theme).draw(on: canvas)
        case .failures: FailureListView(list: model.failures, theme: theme).draw(on: canvas)
        case .information: PagerView(pager: model.information, theme: theme, place: .information).draw(on: canvas)
        case .help: PagerView(pager: model.help, theme: theme, place: .help).draw(on: canvas)
        }
    }
}
