import Configuration
import Dispatch
import Library
import Signals
import System
import Typesetting
import URLs
import ViewModels

/// Runs other programs for the user: they open links, edit the urls file and get articles. Some use the terminal
/// meanwhile.
final class ExternalPrograms {
    private let model: ReaderModel
    private let environment: [String: String]
    private let lendTerminal: (_ emptied: Bool) -> Void
    private let comeBack: (_ wentWell: Bool) -> Void
    /// Whether a program uses the terminal, such as a text browser.
    private(set) var haveTerminal = false
    /// What to do when the program that uses the terminal has ended.
    private var waiting: ArraySlice<() -> Void> = []
    /// The items whose links were opened, which marks them read.
    private var opened: [ItemID] = []
    private lazy var programs = Programs()
    /// They stay open as long as the user likes, so none waits for another to end.
    private lazy var browsers = Programs(atOnce: .max)

    /// Calls `lendTerminal` before a program gets the terminal, and says whether to clear the screen first. Calls
    /// `comeBack` when the program has ended.
    init(
        _ model: ReaderModel, environment: [String: String], lendTerminal: @escaping (_ emptied: Bool) -> Void,
        comeBack: @escaping (_ wentWell: Bool) -> Void
    ) {
        self.model = model
        self.environment = environment
        self.lendTerminal = lendTerminal
        self.comeBack = comeBack
    }

    /// Opens a link of the current item or article. Success marks `item` read.
    func browse(_ url: String, reading item: ItemID?) {
        if let browser = usableBrowser {
            browse(url, model.actions.programInput.shownFields.leading(to: url), by: browser, reading: item)
        }
    }

    /// Opens the links of several items, one after the other. The browser gets no other data of the items.
    func browse(each urls: [String], reading items: [ItemID]) {
        guard let browser = usableBrowser else { return }
        var unopened = items[...]
        each(of: urls.map { ShownFields(url: $0) }) { [weak self] in
            self?.browse($0.url, $0, by: browser, reading: unopened.popFirst())
        }
    }

    /// Does something that uses the terminal, once for each.
    private func each(of all: [ShownFields], _ action: @escaping (ShownFields) -> Void) {
        waiting = all.map { fields in { action(fields) } }[...]
        waiting.popFirst()?()
    }

    private func browse(_ url: String, _ fields: ShownFields, by browser: Browser, reading item: ItemID?) {
        lend(
            to: browser.name, browser.arguments(fields), fields, input: nil,
            orElse: Self.adviceOnBrowsers
        ) { [weak self, model] in
            if let item { self?.opened.append(item) }
            if model.session.status == nil { model.session.say(.done("Opened \(url.shownAddress)")) }
        }
    }

    /// Opens links without waiting for the browser. If there are several, it gets no other data of their items.
    func browseBehind(_ urls: [String]) {
        let shown = model.actions.programInput.shownFields
        for url in urls { browseBehind(urls.count == 1 ? shown.leading(to: url) : ShownFields(url: url)) }
    }

    private func browseBehind(_ fields: ShownFields) {
        guard let browser = usableBrowser else { return }
        var program = Program(browser.arguments(fields))
        program.environment = fields.variables
        (program.timeout, program.outputLimit) = (nil, nil)
        model.session.say(.done("Started \(browser.name)"))
        browsers.run(program) { [weak self] result in
            guard case .failure(let failure) = result else { return }
            MainQueue.async {
                self?.model.session.say(.problem(Self.words(for: failure, of: browser)))
            }
        }
    }

    /// The browser, if its command would work as intended; otherwise the status line says why not.
    private var usableBrowser: Browser? {
        let browser = Browser(model.session.config, environment: environment)
        guard let problem = browser.problem else { return browser }
        model.session.say(.problem(problem))
        waiting = []
        return nil
    }

    private static func words(for failure: ProgramFailure, of browser: Browser) -> String {
        guard case .notStarted(let reason) = failure,
            let words = ForegroundProcess.End.notStarted(reason).problem(of: browser.name)
        else { return "\(browser.name): \(failure)" }
        return "\(words.asSentence): \(adviceOnBrowsers)"
    }

    private static let adviceOnBrowsers = "set another browser (lede config edit)"

    func pipe(to line: String) {
        let typed = CommandLineText.split(line)
        guard let command = ExternalCommand(typed), mayRun(command),
            let text = model.actions.programInput.takeShownText()
        else { return }
        // A program may print nothing for a while, or print and end, so lede waits for the user. A pager or an editor
        // has already waited.
        let waits = !command.waitsForUser
        lend(
            to: command.name, command.arguments(model.actions.programInput.shownFields),
            model.actions.programInput.shownFields,
            input: Array(text.utf8),
            heading: waits ? "\(CleanText.line(line)) (lede is waiting; Ctrl-C to stop it)" : nil,
            question: waits ? "Press Enter to return to lede" : nil, orElse: "use a program that is installed")
    }

    /// Passes a bookmark to the user's program, which prints nothing on success.
    func keep(_ bookmark: Bookmark) {
        keep([model.actions.programInput.shownFields]) { _ in bookmark }
    }

    func keepEach() {
        if let fields = model.actions.programInput.takeFieldsOfEach(with: ["u"]) { keep(fields) { Bookmark($0) } }
    }

    private func keep(_ all: [ShownFields], as bookmark: @escaping (ShownFields) -> Bookmark) {
        let config = model.session.config
        guard let command = ExternalCommand(config.command(.bookmarkCmd)) else { return }
        if let problem = command.problemWithLastArgument { return model.session.say(.problem(problem)) }
        func arguments(_ fields: ShownFields) -> [String] { command.arguments(fields) + bookmark(fields).arguments }
        if config.isOn(.bookmarkInteractive) {
            each(of: all) { [weak self] in self?.lend(to: command.name, arguments($0), $0, input: nil) }
        } else {
            for fields in all { keepBehind(arguments(fields), fields) }
        }
    }

    private func keepBehind(_ arguments: [String], _ fields: ShownFields) {
        var program = Program(arguments)
        program.environment = fields.variables
        programs.run(program) { [weak self, name = arguments[0]] result in
            let outcome: Status =
                switch result {
                case .success(let printed) where printed.isEmpty: .done("Saved the bookmark")
                case .success(let printed):
                    .problem("\(name): \(String(decoding: printed.prefix { $0 != 0x0A }, as: UTF8.self))")
                case .failure(let failure): .problem("\(name): \(failure.withAdvice)")
                }
            MainQueue.async { self?.model.session.say(outcome) }
        }
    }

    func share(with words: [String]) {
        if let command = ExternalCommand(CommandLineText.words(words)) { _ = run(command, input: nil) }
    }

    /// Runs a program of the user's: once with `input`, or for each selected item. Returns false if the command
    /// wouldn't work as intended.
    func run(_ command: ExternalCommand, input: [UInt8]?) -> Bool {
        guard mayRun(command) else { return false }
        guard input == nil else {
            lend(
                to: command.name, command.arguments(model.actions.programInput.shownFields),
                model.actions.programInput.shownFields, input: input,
                holdsErrors: !command.waitsForUser)
            return true
        }
        guard let all = model.actions.programInput.takeFieldsOfEach(with: command.needs) else {
            return false
        }
        each(of: all) { [weak self] fields in
            self?.lend(
                to: command.name, command.arguments(fields), fields, input: nil, holdsErrors: !command.waitsForUser)
        }
        return true
    }

    /// Whether the command would work as intended; otherwise the status line says why not.
    private func mayRun(_ command: ExternalCommand) -> Bool {
        if let problem = command.problem {
            model.session.say(.problem(problem))
            return false
        }
        return model.actions.programInput.has(command.needs, for: command.name)
    }

    func edit(_ path: String, with call: EditorCall?) {
        let editor = call.map { Editor($0, environment: environment) } ?? Editor(environment: environment)
        lend(
            to: editor.name, editor.arguments(for: path), model.actions.programInput.shownFields, input: nil,
            orElse: "set EDITOR to another program"
        ) { [model] in
            model.actions.settings.reloadUrls()
        }
    }

    /// Runs a program in the terminal until it ends and the user has answered the `question`. Calls `then` on success.
    /// `advice` is for a program that can't be started.
    private func lend(
        to name: String, _ arguments: [String], _ fields: ShownFields, input: [UInt8]?, heading: String? = nil,
        question: String? = nil, holdsErrors: Bool = false,
        orElse advice: String? = nil,
        then: @escaping () -> Void = {}
    ) {
        haveTerminal = true
        // With a heading, the user reads what the program prints, so the screen is cleared.
        lendTerminal(heading != nil)
        let environment = environment.merging(fields.variables) { $1 }
        ForegroundProcess.run(
            arguments, environment: environment, input: input, heading: heading, question: question,
            holdsErrors: holdsErrors
        ) { [weak self] end, complaint in self?.regainTerminal(from: name, end, complaint, advice, then: then) }
    }

    private func regainTerminal(
        from name: String, _ end: ForegroundProcess.End, _ complaint: String, _ advice: String?, then: () -> Void
    ) {
        haveTerminal = false
        if let problem = end.problem(of: name, complaint: complaint) {
            // Other problems begin with the program's name.
            if case .notStarted = end {
                model.session.say(.problem([problem.asSentence, advice].compactMap(\.self).joined(separator: ": ")))
            } else {
                model.session.say(.problem(problem))
            }
            waiting = []
        } else {
            then()
        }
        if let next = waiting.popFirst() { return next() }
        if !opened.isEmpty { model.actions.browsing.markBrowsed(opened) }
        opened = []
        comeBack(end == .exited(0))
    }
}

/// The browser: the config file's, that of `$BROWSER`, or the desktop's default.
struct Browser {
    private let command: ExternalCommand

    init(_ config: Config = Config(), environment: [String: String]) {
        // The variable may hold several programs, separated by colons. The first is preferred.
        let preferred = (environment["BROWSER"] ?? "").split(separator: ":").first.map(String.init) ?? ""
        // In the variable, “%s” stands for the URL.
        let words = CommandLineText.split(preferred).map { $0.replacing("%s", with: "%u") }
        command = ExternalCommand(config.command(.browser)) ?? ExternalCommand(words) ?? .desktop
    }

    var name: String { command.name }

    /// Why the browser's command wouldn't work as intended.
    var problem: String? { command.problemWithAddress.map { "\(name): \($0)" } }

    /// The program and its arguments. The URL of `fields` replaces `%u`, or comes last.
    func arguments(_ fields: ShownFields) -> [String] { command.arguments(fields, last: fields.url) }
}

/// The user's text editor: `$VISUAL`, `$EDITOR` or vi.
package nonisolated struct Editor {
    private let words: [String]

    package init(environment: [String: String]) {
        // An empty variable doesn't count: the file would become the program.
        let named = [environment["VISUAL"], environment["EDITOR"]].lazy.compactMap(\.self).map(CommandLineText.split)
        words = named.first { !$0.isEmpty } ?? ["vi"]
    }

    init(_ call: EditorCall, environment: [String: String]) {
        let called = CommandLineText.split(call.words).map { $0.replacing("%L", with: "\(call.line)") }
        words = called.isEmpty ? Editor(environment: environment).words : called
    }

    package var name: String { words[0] }

    package func arguments(for path: String) -> [String] {
        let filled = words.map { $0.replacing("%f", with: path) }
        return filled == words ? words + [path] : filled
    }
}
