import Configuration
import Dispatch
import FoundationEssentials
import Signals
package import Terminal
package import ViewModels

/// The reader on a terminal: what the models hold is drawn, and what is typed goes to them.
package final class ReaderScreen {
    private let terminal: Terminal
    private let model: ReaderModel
    private let environment: [String: String]
    private let end: (Int32) -> Void
    private var keys = KeyMap.standard { didSet { hints = [:] } }
    /// What the line at the foot says of keys, which would take half as long to find as drawing a row does.
    private var hints: [HintedState: [Hint]] = [:]
    private var theme = Theme()
    /// What is behind the terminal's text, once it is known.
    private var background: TerminalBackground?
    /// Keys that were pressed and mean nothing yet without those that follow.
    private var begun: [Key] = []
    private var events: TerminalEvents?
    private lazy var errands = Errands(
        model, environment: environment, lendTerminal: { [unowned self] in lendTerminal() },
        comeBack: { [unowned self] in comeBack(wentWell: $0) })
    /// What a key does and is not done yet.
    private var steps: ArraySlice<KeyAction.Step> = []
    /// Keys that were read and not taken yet.
    private var typedAhead: [Key] = []
    private lazy var mouse = PanesMouse(model)
    private lazy var scrollBarMouse = ScrollBarMouse(model)
    /// Whether the mouse was pressed last on something to choose from.
    private var hasChosenByMouse = false
    private lazy var schedule = PaintSchedule { [unowned self] in paint($0) }
    /// What is on the screen: the cursors, the parts of the line at the foot, when all of it was painted, and whether a message
    /// reaches into the content.
    private var painted = (
        cursors: PaneCursors(), foot: StatusBar.Parts(), whole: Date.distantPast, coversContent: false
    )
    private let subscriptions = ScopedDisposable()

    /// `end` is called once, with the exit code, when the person leaves or the system asks for it. The terminal has
    /// been given back by then.
    package init(
        _ model: ReaderModel, on terminal: Terminal, environment: [String: String], end: @escaping (Int32) -> Void
    ) {
        self.model = model
        self.terminal = terminal
        self.environment = environment
        self.end = end
        background = environment["COLORFGBG"].flatMap { TerminalBackground(colorFGBG: $0) }
        model.article.strikesOut = terminal.strikesOut
        model.keyName = { [weak self] operation in
            self.flatMap { $0.keys.keyName(of: operation, in: $0.model.place) }
        }
        subscriptions.add(
            model.config.signal.onNext { [weak self] config in
                MainActor.assumeIsolated { self?.take(config) }
            })
    }

    /// Paints the first screen at once, and from then on whatever changes.
    package func open() {
        schedule.follow(model.feeds.entries)
        schedule.follow(model.feeds.cursor, shownIn: [.feedCursor, .foot])
        schedule.follow(model.feeds.weeks)
        schedule.follow(model.feeds.highlighted)
        schedule.follow(model.feeds.paused)
        schedule.follow(model.items.source)
        schedule.follow(model.items.items)
        schedule.follow(model.items.cursor, shownIn: [.itemCursor, .foot])
        schedule.follow(model.items.selectionStart)
        schedule.follow(model.items.unloadedSelection, shownIn: .foot)
        schedule.follow(model.items.offset)
        schedule.follow(model.items.news)
        schedule.follow(model.highlights.round)
        schedule.follow(model.rowDetails.round)
        schedule.follow(model.article.page)
        schedule.follow(model.article.hints)
        for pager in [model.article, model.failures, model.information, model.help] { schedule.follow(pager.search) }
        schedule.follow(model.links.links)
        schedule.follow(model.links.cursor)
        schedule.follow(model.failures.page)
        schedule.follow(model.information.page)
        schedule.follow(model.help.page)
        schedule.follow(model.refresh.progress)
        schedule.follow(model.refresh.fetching)
        schedule.follow(model.refresh.news)
        schedule.follow(model.offer)
        schedule.follow(model.path)
        schedule.follow(model.panes.arrangement)
        schedule.follow(model.prompt)
        schedule.follow(model.choice)
        schedule.follow(model.finder.snippets)
        schedule.follow(model.ages.ticks)
        schedule.follow(model.status, shownIn: .foot)
        schedule.follow(model.count, shownIn: .foot)
        schedule.follow(model.config)
        subscriptions.add(
            model.requests.onNext { [weak self] request in
                MainActor.assumeIsolated { self?.fulfil(request) }
            })
        subscriptions.add(
            model.isAwaiting.signal.onNext { [weak self] isAwaiting in
                if !isAwaiting { DispatchQueue.main.async { MainActor.assumeIsolated { self?.takeWhatWaits() } } }
            })
        schedule.paintNow()
        events = TerminalEvents { [weak self] event in self?.take(event) }
        fitToEarlyResize()
    }

    /// Serves the main queue and the terminal for as long as the process lives.
    package func run() -> Never {
        let events = events ?? TerminalEvents { [weak self] event in self?.take(event) }
        events.run()
    }

    private func take(_ event: TerminalEvents.Event) {
        switch event {
        case .input:
            schedule.paintAfter {
                for input in terminal.readInput() { take(input) }
                takeKeys()
            }
        case .resized:
            terminal.fitToWindow()
            redraw()
        case .resumed: if !errands.haveTerminal { resume() }
        case .awake: model.noteWake()
        case .suspend: suspend()
        // Not as a key: what is told of a program that Ctrl-C has ended stays, in whatever order the two are heard of.
        case .interrupted: if !errands.haveTerminal { model.refresh.stop() }
        case .ended(let code): leave(code)
        }
    }

    private func take(_ input: TerminalInput) {
        switch input {
        // What has been typed since is for what is called off.
        case .key(.escape) where model.isAwaiting.value && !errands.haveTerminal:
            (typedAhead, steps) = ([], [])
            model.callOff()
        case .key(let key): typedAhead.append(key)
        case .mouse(let event): if !errands.haveTerminal { take(event) }
        case .background(let background):
            self.background = background
            take(model.config.value)
            schedule.setNeedsPaint()
        }
    }

    private func take(_ event: MouseEvent) {
        let layout = Layout(Canvas(terminal))
        if model.prompt.value != nil { return takeWhileTyping(event, on: layout.content) }
        if scrollBarMouse.take(event, on: layout.content) { return }
        // The second press of two is meant for what was chosen by the first, and not for what has come to light beneath.
        if event.deed == .doublePress, hasChosenByMouse { return }
        if case .press = event.deed { hasChosenByMouse = model.choice.value != nil }
        if let title = layout.title, TitleMouse(model: model).take(event, on: title) { return }
        if model.choice.value == nil, model.place.pane != nil { return mouse.take(event, on: layout.content) }
        ListMouse(model: model).take(event, on: layout.content)
    }

    /// While a line is typed the mouse is for what that finds: the wheel and the scroll bar scroll it, and a press goes to a row of
    /// it, which keeps it as Enter does.
    private func takeWhileTyping(_ event: MouseEvent, on content: Canvas) {
        guard model.isFindingRows, !scrollBarMouse.take(event, on: content) else { return }
        switch event.deed {
        case .wheelUp, .wheelDown: mouse.take(event, on: content)
        case .press(.left):
            model.submitPrompt()
            if model.prompt.value == nil { mouse.take(event, on: content) }
        case .press, .doublePress, .drag, .release: break
        }
    }

    /// Whether keys are meant for what is not there yet: what is shown when a browser has ended, or when something is found.
    private var isHeldUp: Bool { errands.haveTerminal || model.isAwaiting.value }

    /// Goes on with what was held up.
    private func takeWhatWaits() {
        if steps.isEmpty, typedAhead.isEmpty { return }
        schedule.paintAfter {
            takeSteps()
            takeKeys()
        }
    }

    /// Takes what was typed, as far as it is not held up.
    private func takeKeys() {
        while !isHeldUp, !typedAhead.isEmpty {
            let isPrompted = model.prompt.value != nil
            let key = typedAhead.removeFirst()
            take(key)
            // Where a paste comes as keys it ends with its first line: the others are no commands.
            if isPrompted, key == .enter, model.prompt.value == nil, !terminal.tellsOfPastes { typedAhead = [] }
        }
    }

    private func take(_ key: Key) {
        if model.prompt.value != nil { return model.typeIntoPrompt(key) }
        if model.choice.value != nil { return model.chooseBy(key) }
        if model.takesHint(key) { return }
        let pressed = begun + [key]
        begun = []
        switch keys.meaning(of: pressed, in: model.place) {
        case .action(let action): steps = action.steps[...]
        case .beginning: begun = pressed
        case .nothing: tellOfNothing(pressed)
        }
        takeSteps()
    }

    /// Says of keys that they do nothing here. What went wrong before is of more interest, and Escape only ever takes back what
    /// was begun.
    private func tellOfNothing(_ pressed: [Key]) {
        model.count.value = nil
        guard pressed.last != .escape, model.status.value?.isProblem != true else { return }
        // Which keys do something is told at the end of the same line.
        model.status.value = .done("\(Key.name(of: pressed)) does nothing here")
    }

    /// Takes what a key does, step by step, as far as it is not held up.
    private func takeSteps() {
        while !isHeldUp, let step = steps.popFirst() {
            switch step {
            case .operation(let operation):
                if operation == .help {
                    model.help.show { [keys, place = model.place] width in keys.help(for: place, columns: width) }
                }
                model.perform(operation)
            case .given(let given): model.perform(given)
            case .set(let words): model.set(words)
            case .run(let command, .terminal): errands.run(command, input: nil)
            case .run(let command, .article):
                guard let text = model.shownText else { continue }
                errands.run(command, input: Array(text.utf8))
            }
        }
    }

    /// Does what was typed behind the colon: a command, or operations.
    private func obey(_ text: String) {
        do throws(ConfigProblem) {
            guard let line = try ConfigLine(typed: text), try !model.obey(line) else { return }
            let words = line.name == "exec" ? line.operands : line.words[...]
            steps = try OperationList(words).action.steps + steps
            takeSteps()
        } catch {
            model.status.value = .problem(error.message.asSentence(unlessFrom: text))
        }
    }

    private func take(_ config: Config) {
        takeTerminalSettings(config)
        keys = KeyMap(config, before: keys)
        theme = Theme(config.suited(to: background, colors: terminal.colors), before: theme)
        askBackground()
    }

    private func takeTerminalSettings(_ config: Config) {
        terminal.usesMouse = config.isOn(.mouse)
        terminal.usesOnlyASCII = config.isOn(.ascii)
    }

    /// Asks once, if the theme is to follow the answer.
    private func askBackground() {
        if background == nil, model.config.value.asksForBackground, terminal.colors >= 256 { terminal.askBackground() }
    }

    private func fulfil(_ request: ReaderModel.Request) {
        switch request {
        case .browse(let url): errands.browse([url])
        case .browseEach(let urls): errands.browse(urls)
        case .browseBehind(let url): errands.browseBehind(url)
        case .command(let text): obey(text)
        case .edit(let path, let call): errands.edit(path, with: call)
        case .copy(let text): copy(text)
        case .pipe(let line): errands.pipe(to: line)
        case .keep(let bookmark): errands.keep(bookmark)
        case .share(let words): errands.share(with: words)
        case .suspend: suspend()
        case .redraw: redraw()
        case .quit: leave(0)
        }
    }

    private func copy(_ text: String) {
        model.status.value =
            terminal.copy(text) ? .done("Copied: \(text)") : .problem("This terminal has no way to copy a text")
    }

    private func lendTerminal() {
        events?.pauseInput()
        terminal.leave(keepingInput: true)
    }

    /// Goes on with what was waiting while another program had the terminal.
    private func comeBack(wentWell: Bool) {
        events?.resumeInput()
        takeTerminal()
        // What was to follow a program counts on it, but for settings that were made for it and are taken back.
        if !wentWell { steps = steps.filter(\.isSetting)[...] }
        takeSteps()
        takeKeys()
    }

    /// Gives the terminal back and stops; `resumed` tells when it goes on.
    private func suspend() {
        guard TerminalEvents.canStopJob else {
            return model.status.value = .problem("There is no shell here that lede could go back to")
        }
        terminal.leave()
        TerminalEvents.stopJob()
    }

    /// In the background the terminal is the shell's, and nothing tells when it is ours again but the next `resumed`:
    /// so there lede stops at once, as programs do that write to a terminal from there.
    private func resume() {
        if TerminalEvents.isInForeground { takeTerminal() } else { TerminalEvents.stopJob() }
    }

    private func takeTerminal() {
        terminal.enter()
        redraw()
    }

    /// The window may have changed its size before anyone listened.
    private func fitToEarlyResize() {
        let (columns, rows) = (terminal.columns, terminal.rows)
        terminal.fitToWindow()
        if (columns, rows) != (terminal.columns, terminal.rows) { redraw() }
    }

    private func redraw() {
        terminal.clear()
        schedule.paintNow()
    }

    private func leave(_ code: Int32) {
        terminal.leave()
        model.rememberScreen()
        end(code)
    }

    private func paint(_ stale: Stale) {
        guard terminal.isShowing else { return }
        terminal.hideCursor()
        terminal.background = theme.background.background
        let layout = Layout(Canvas(terminal))
        let now = Date()
        var statusBar = statusBar
        let coversContent = layout.status.map { statusBar.coversContent($0) } ?? false
        // A message that stood on what is above it has to go from there.
        let isPart = isPart(stale, at: now) && !coversContent && !painted.coversContent
        if isPart {
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

    /// Whether what is stale is all that can have changed since the last painting.
    private func isPart(_ stale: Stale, at time: Date) -> Bool {
        stale != .everything && model.place.pane != nil && model.prompt.value == nil && model.choice.value == nil
            && 0..<Self.longestTrue ~= time.timeIntervalSince(painted.whole)
    }

    /// For so many seconds what is shown of the time stays as it is, which is told in minutes.
    private static let longestTrue = 30.0

    private func drawFrame(of layout: Layout, _ statusBar: StatusBar) {
        let prompt = model.prompt.value.map { PromptView(prompt: $0, theme: theme) }
        prompt?.drawHint(atFootOf: layout.content)
        if let title = layout.title { TitleBar(model: model, theme: theme).draw(on: title) }
        // Last, because what is asked leaves the cursor where one types.
        guard let status = layout.status else { return }
        if let prompt {
            prompt.draw(on: status)
        } else if let choice = model.choice.value {
            let end = ChoiceView(choice: choice, model: model, theme: theme).drawQuestion(on: status)
            statusBar.drawHints(on: status, after: end)
        } else {
            statusBar.draw(on: status, below: layout.content)
        }
    }

    private var statusBar: StatusBar { StatusBar(model: model, hints: shownHints, theme: theme) }

    private var shownHints: [Hint] {
        if model.choice.value != nil { return Hint.ofChoice }
        let state = HintedState(model)
        if let known = hints[state] { return known }
        let named = keys.hints(for: state)
        hints[state] = named
        return named
    }

    private func drawContent(on canvas: Canvas, _ now: Date) {
        drawPlace(on: canvas, now)
        if let choice = model.choice.value { ChoiceView(choice: choice, model: model, theme: theme).draw(on: canvas) }
    }

    private func drawPlace(on canvas: Canvas, _ now: Date) {
        switch model.place {
        case .welcome: WelcomeView(model: model, keys: keys, theme: theme).draw(on: canvas)
        case .feeds, .items, .article: PanesView(model: model, theme: theme, now: now).draw(on: canvas)
        case .links: LinkListView(list: model.links, theme: theme).draw(on: canvas)
        case .failures: PagerView(pager: model.failures, theme: theme, place: .failures).draw(on: canvas)
        case .information: PagerView(pager: model.information, theme: theme, place: .information).draw(on: canvas)
        case .help: PagerView(pager: model.help, theme: theme, place: .help).draw(on: canvas)
        }
    }
}

extension String {
    /// With a capital letter, unless it begins with a word that was typed so.
    fileprivate func asSentence(unlessFrom typed: String) -> String {
        let isTyped = typed.split(separator: " ").first.map(hasPrefix) ?? false
        return isTyped ? self : prefix(1).uppercased() + dropFirst()
    }
}
