import Configuration
import Dispatch
import Signals
import System
package import Terminal
package import ViewModels

/// The reader on a terminal: draws the models, and passes keys to them.
package final class ReaderTerminal {
    private let terminal: Terminal
    private let model: ReaderModel
    private let environment: [String: String]
    private let end: (Int32) -> Void
    /// The terminal's background, once the terminal has reported it.
    private var background: TerminalBackground?
    private var events: TerminalEvents?
    private lazy var externalPrograms = ExternalPrograms(
        model, environment: environment, lendTerminal: { [unowned self] in lendTerminal(emptied: $0) },
        comeBack: { [unowned self] in comeBack(wentWell: $0) })
    private lazy var keys = TypedKeys(
        model, externalPrograms, tellsOfPastes: terminal.tellsOfPastes, fit: { [unowned self] in view.fitToScreen() },
        point: { [unowned self] in mouse.handle($0, on: Layout(Canvas(terminal), of: model)) })
    private lazy var mouse = ScreenMouse(model)
    private lazy var view = WholeScreen(model, on: terminal)
    private lazy var pictures = PictureSupport(
        terminal, environment: environment, decoder: { [unowned self] in model.pictures.decoder },
        tell: { [unowned self] in model.pictures.display = $0 })
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
        model.article.text.strikesOut = terminal.strikesOut
        model.session.keyName = { [weak self] operation in
            self.flatMap { $0.keys.map.keyName(of: operation, in: $0.model.screen) }
        }
        model.session.keyNameInArticle = { [weak self] in self?.keys.map.keyName(of: $0, in: .article) }
        subscriptions.add(
            model.session.$config.observe { [weak self] config in
                self?.apply(config)
            })
    }

    /// Paints the first screen, and then all changes.
    package func open() {
        schedule.follow(model)
        subscriptions.add(
            model.session.requests.observe { [weak self] request in
                self?.perform(request)
            })
        subscriptions.add(
            model.session.$isAwaiting.signal.onNext { [weak self] isAwaiting in
                if !isAwaiting { MainQueue.async { self?.goOn() } }
            })
        model.actions.settings.complainOfUrls()
        if let type = terminal.unknownType {
            model.actions.settings.tell(ofUnknownTerminal: type, takenFor: Terminal.commonType)
        }
        schedule.paintNow()
        terminal.askAboutItself()
        pictures.begin()
        if terminal.isOfProcess { events = TerminalEvents { [weak self] event in self?.handle(event) } }
        terminal.inputIsDue = { [weak self] in self?.handle(.input) }
    }

    /// Serves the main queue and the terminal until the process ends.
    package func run() -> Never {
        terminal.stream.serve(handle)
    }

    func handle(_ event: TerminalEvents.Event) {
        switch event {
        case .input:
            pictures.noteChange()
            schedule.paintAfter {
                for input in terminal.readInput() { handle(input) }
                keys.handleAll()
            }
            model.remembering.rememberSoon()
        case .resized:
            terminal.fitToWindow()
            pictures.handleResize()
            schedule.paintNow()
        case .resumed: if !externalPrograms.haveTerminal { enterTerminal() }
        case .awake: model.handleWake()
        case .suspend: suspend()
        // Not a key: the message about a program ended by Ctrl-C must stay, whichever event arrives first.
        case .interrupted: if !externalPrograms.haveTerminal { model.refresh.stop() }
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
            model.remembering.background = remembered(background)
            guard isNews else { return }
            apply(model.session.config)
            schedule.setNeedsPaint()
        case .pictures(let answer): pictures.learn(answer)
        }
    }

    /// The background that this kind of terminal reported last, until it reports it again. So most starts paint in the
    /// right colours at once.
    private var likelyBackground: TerminalBackground? {
        background ?? [.dark, .light].first { remembered($0) == model.remembering.background }
    }

    private func remembered(_ background: TerminalBackground) -> String {
        "\(background.rawValue) \(environment["TERM", default: ""])"
    }

    private func apply(_ config: Config) {
        applyTerminalSettings(config)
        keys.map = KeyMap(config, before: keys.map)
        keys.map.isInASCII = terminal.showsOnlyASCII
        // The advice names keys.
        model.screens.failures.update()
        view.keys = keys.map
        let suited = config.suited(to: likelyBackground, colors: terminal.colors)
        let theme = Theme(suited, before: view.theme).seen(inColors: terminal.colors)
        view.theme = terminal.colors < 256 ? theme : theme.filled(by: config, on: likelyBackground)
        applyToPictures()
        askBackground()
    }

    private func applyToPictures() {
        let plain: TerminalColor = likelyBackground == .light ? .white : .black
        pictures.apply(
            model.session.config.pictures,
            background: view.theme.article.background ?? view.theme.background.background
                ?? terminal.reportedBackground ?? plain)
    }

    private func applyTerminalSettings(_ config: Config) {
        terminal.usesMouse = config.isOn(.mouse)
        terminal.usesOnlyASCII = config.isOn(.ascii)
    }

    /// Asks for the background once, if the theme depends on it.
    private func askBackground() {
        if background == nil, model.session.config.asksForBackground, terminal.colors >= 256 {
            terminal.askBackground()
        }
    }

    private func perform(_ request: TerminalRequest) {
        switch request {
        case .browse(let url, let item): externalPrograms.browse(url, reading: item)
        case .browseEach(let urls, let items): externalPrograms.browse(each: urls, reading: items)
        case .browseBehind(let urls): externalPrograms.browseBehind(urls)
        case .command(let text): keys.execute(text)
        case .edit(let path, let call): externalPrograms.edit(path, with: call)
        case .copy(let text): copy(text)
        case .pipe(let line): externalPrograms.pipe(to: line)
        case .keep(let bookmark): externalPrograms.keep(bookmark)
        case .keepEach: externalPrograms.keepEach()
        case .share(let words): externalPrograms.share(with: words)
        case .leaveSteps: keys.leaveSteps()
        case .suspend: suspend()
        case .redraw: redraw()
        case .quit: leave(0)
        }
    }

    private func copy(_ text: String) {
        model.session.say(
            terminal.copy(text) ? .done("Copied: \(text)") : .refused("This terminal can't copy text"))
    }

    private func lendTerminal(emptied: Bool) {
        terminal.stream.isListening = false
        terminal.lend(emptied: emptied)
    }

    private func comeBack(wentWell: Bool) {
        terminal.stream.isListening = true
        enterTerminal()
        keys.goOn(wentWell: wentWell)
    }

    /// Releases the terminal and stops; the event `resumed` continues.
    private func suspend() {
        guard terminal.isOfProcess, TerminalEvents.canStopJob else {
            return model.session.say(.refused("Can't suspend lede: no shell started it"))
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
        model.remembering.rememberAtEnd()
        end(code)
    }
}

/// Paints the screen once for all changes in one turn of the main queue.
final class PaintSchedule {
    private let paint: (StaleParts) -> Void
    /// What to paint at the end of this turn.
    private var due: StaleParts = []
    private var isPainting = false
    private var isGathering = false
    private let subscriptions = ScopedDisposable()

    init(paint: @escaping (StaleParts) -> Void) {
        self.paint = paint
    }

    /// Paints `part` of the screen whenever the property changes.
    func follow<Value>(_ property: Property<Value>, shownIn part: StaleParts = .everything) {
        subscriptions.add(
            property.observe { [weak self] _ in
                self?.setNeedsPaint(part)
            })
    }

    fileprivate func setNeedsPaint(_ part: StaleParts = .everything) {
        // Views tell their models the available room. The current painting already shows what that changes.
        if isPainting { return }
        let isFirst = due.isEmpty
        due.formUnion(part)
        guard isFirst, !isGathering else { return }
        MainQueue.async { [weak self] in
            self?.paintDue()
        }
    }

    /// Paints what `work` changes right after it, not at the end of the turn, because a key waits for it.
    fileprivate func paintAfter(_ work: () -> Void) {
        isGathering = true
        work()
        isGathering = false
        paintDue()
    }

    /// Paints the whole screen.
    fileprivate func paintNow() {
        due = .everything
        paintDue()
    }

    private func paintDue() {
        guard !due.isEmpty else { return }
        let stale = due
        due = []
        isPainting = true
        paint(stale)
        isPainting = false
    }
}

/// The parts of the screen that have to be painted.
struct StaleParts: OptionSet {
    let rawValue: UInt8

    /// The rows that a list's cursor left and reached.
    static let feedCursor = StaleParts(rawValue: 1 << 0)
    static let itemCursor = StaleParts(rawValue: 1 << 1)
    /// The line at the bottom.
    static let foot = StaleParts(rawValue: 1 << 2)
    /// The whole screen.
    static let everything = StaleParts(rawValue: .max)
}

extension PaintSchedule {
    /// Paints whenever a property of the reader changes that the screen shows.
    func follow(_ model: ReaderModel) {
        for screen in Screen.allCases { model.view(of: screen).follow(by: self) }
        follow(model.refresh.$progress)
        follow(model.refresh.$fetching)
        follow(model.actions.preloading.$progress)
        follow(model.actions.downloading.$progress)
        follow(model.connection.$isOffline)
        follow(model.sync.$isRunning)
        follow(model.sync.$agreement)
        follow(model.sync.$progress)
        follow(model.sync.$accounts)
        follow(model.refresh.$news)
        follow(model.pictures.$changes)
        follow(model.backStack.$path)
        follow(model.panes.$arrangement)
        follow(model.session.$prompt)
        follow(model.session.$choice)
        follow(model.ages.$ticks)
        follow(model.session.$status, shownIn: .foot)
        follow(model.actions.listening.$playing, shownIn: .foot)
        follow(model.actions.counting.$count, shownIn: .foot)
        follow(model.session.$config)
    }
}
