import Configuration
import Dispatch
import Launching
import MainQueue
import Signals
package import Terminal
package import ViewModels

/// The reader on a terminal: draws the models, and passes keys to them.
package final class ReaderScreen {
    private let terminal: Terminal
    private let model: ReaderModel
    private let environment: [String: String]
    private let end: (Int32) -> Void
    /// The terminal's background, once the terminal has reported it.
    private var background: TerminalBackground?
    private var events: TerminalEvents?
    private lazy var errands = Errands(
        model, environment: environment, lendTerminal: { [unowned self] in lendTerminal(emptied: $0) },
        comeBack: { [unowned self] in comeBack(wentWell: $0) })
    private lazy var keys = TypedKeys(
        model, errands, tellsOfPastes: terminal.tellsOfPastes, fit: { [unowned self] in view.fitToPlace() },
        point: { [unowned self] in mouse.handle($0, on: Layout(Canvas(terminal))) })
    private lazy var mouse = ScreenMouse(model)
    private lazy var view = ScreenView(model, on: terminal)
    private lazy var pictures = PictureSupport(
        terminal, environment: environment, decoder: { [unowned self] in model.pictures.decoder },
        tell: { [unowned self] in model.pictures.screen = $0 })
    private lazy var schedule = PaintSchedule { [unowned self] in
        view.paint($0)
        pictures.noteChange()
    }
    private let subscriptions = ScopedDisposable()

    /// Calls `end` once, with the exit code, when the user quits or the system ends the process. By then the terminal
    /// is restored.
    package init(
        _ model: ReaderModel, on terminal: Terminal, environment: [String: String], end: @escaping (Int32) -> Void
    ) {
        self.model = model
        self.terminal = terminal
        self.environment = environment
        self.end = end
        background = environment["COLORFGBG"].flatMap { TerminalBackground(colorFGBG: $0) }
        model.learnOfScreen(strikesOut: terminal.strikesOut) { [weak self] operation in
            self.flatMap { $0.keys.map.keyName(of: operation, in: $0.model.place) }
        }
        subscriptions.add(
            model.session.$config.observe { [weak self] config in
                self?.apply(config)
            })
    }

    /// Paints the first screen, and then all changes.
    package func open() {
        schedule.follow(model)
        subscriptions.add(
            model.requests.observe { [weak self] request in
                self?.perform(request)
            })
        subscriptions.add(
            model.session.$isAwaiting.signal.onNext { [weak self] isAwaiting in
                if !isAwaiting { MainQueue.async { self?.goOn() } }
            })
        model.complainOfUrls()
        if let type = terminal.unknownType { model.tell(ofUnknownTerminal: type, takenFor: Terminal.commonType) }
        schedule.paintNow()
        terminal.askAboutItself()
        pictures.begin()
        events = TerminalEvents { [weak self] event in self?.handle(event) }
        terminal.inputIsDue = { [weak self] in self?.handle(.input) }
    }

    /// Serves the main queue and the terminal until the process ends.
    package func run() -> Never {
        let events = events ?? TerminalEvents { [weak self] event in self?.handle(event) }
        events.run(sendingTo: terminal)
    }

    private func handle(_ event: TerminalEvents.Event) {
        switch event {
        case .input:
            pictures.noteChange()
            schedule.paintAfter {
                for input in terminal.readInput() { handle(input) }
                keys.handleAll()
            }
            model.rememberSoon()
        case .resized:
            terminal.fitToWindow()
            pictures.handleResize()
            schedule.paintNow()
        case .resumed: if !errands.haveTerminal { enterTerminal() }
        case .awake: model.handleWake()
        case .suspend: suspend()
        // Not a key: the message about a program ended by Ctrl-C must stay, whichever event arrives first.
        case .interrupted: if !errands.haveTerminal { model.refresh.stop() }
        case .ended(let code): leave(code)
        }
    }

    /// Handles the keys that had to wait.
    private func goOn() {
        schedule.paintAfter { keys.goOn() }
    }

    private func handle(_ input: TerminalInput) {
        switch input {
        case .key(let key): keys.add(key)
        case .mouse(let event): keys.add(event)
        case .background(let background):
            let isNews = background != likelyBackground
            self.background = background
            applyToPictures()
            model.remember(background: remembered(background))
            guard isNews else { return }
            apply(model.config)
            schedule.setNeedsPaint()
        case .pictures(let answer): pictures.learn(answer)
        }
    }

    /// The background that this kind of terminal reported last, until it reports it again. So most starts paint in the
    /// right colours at once.
    private var likelyBackground: TerminalBackground? {
        background ?? [.dark, .light].first { remembered($0) == model.background }
    }

    private func remembered(_ background: TerminalBackground) -> String {
        "\(background.rawValue) \(environment["TERM", default: ""])"
    }

    private func apply(_ config: Config) {
        applyTerminalSettings(config)
        keys.map = KeyMap(config, before: keys.map)
        keys.map.isInASCII = terminal.showsOnlyASCII
        // The advice names keys.
        model.updateFailures()
        view.keys = keys.map
        let suited = config.suited(to: likelyBackground, colors: terminal.colors)
        view.theme = Theme(suited, before: view.theme).seen(inColors: terminal.colors)
        applyToPictures()
        askBackground()
    }

    private func applyToPictures() {
        let plain: TerminalColor = likelyBackground == .light ? .white : .black
        pictures.apply(
            model.config.pictures,
            background: view.theme.article.background ?? view.theme.background.background
                ?? terminal.reportedBackground ?? plain)
    }

    private func applyTerminalSettings(_ config: Config) {
        terminal.usesMouse = config.isOn(.mouse)
        terminal.usesOnlyASCII = config.isOn(.ascii)
    }

    /// Asks for the background once, if the theme depends on it.
    private func askBackground() {
        if background == nil, model.config.asksForBackground, terminal.colors >= 256 { terminal.askBackground() }
    }

    private func perform(_ request: TerminalRequest) {
        switch request {
        case .browse(let url, let item): errands.browse(url, reading: item)
        case .browseEach(let urls, let items): errands.browse(each: urls, reading: items)
        case .browseBehind(let urls): errands.browseBehind(urls)
        case .command(let text): keys.execute(text)
        case .edit(let path, let call): errands.edit(path, with: call)
        case .copy(let text): copy(text)
        case .pipe(let line): errands.pipe(to: line)
        case .keep(let bookmark): errands.keep(bookmark)
        case .keepEach: errands.keepEach()
        case .share(let words): errands.share(with: words)
        case .leaveSteps: keys.leaveSteps()
        case .suspend: suspend()
        case .redraw: redraw()
        case .quit: leave(0)
        }
    }

    private func copy(_ text: String) {
        model.say(
            terminal.copy(text) ? .done("Copied: \(text)") : .refused("This terminal can't copy text"))
    }

    private func lendTerminal(emptied: Bool) {
        events?.pauseInput()
        terminal.lend(emptied: emptied)
    }

    private func comeBack(wentWell: Bool) {
        events?.resumeInput()
        enterTerminal()
        keys.goOn(wentWell: wentWell)
    }

    /// Releases the terminal and stops; the event `resumed` continues.
    private func suspend() {
        guard TerminalEvents.canStopJob else {
            return model.say(.refused("Can't suspend lede: no shell started it"))
        }
        terminal.leave()
        Launch.stopJob()
    }

    private func enterTerminal() {
        terminal.enter()
        redraw()
    }

    private func redraw() {
        terminal.clear()
        schedule.paintNow()
    }

    private func leave(_ code: Int32) {
        terminal.leave()
        model.rememberAtEnd()
        end(code)
    }
}
