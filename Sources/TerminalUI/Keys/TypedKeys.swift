import Configuration
import Signals
import Terminal
import ViewModels

/// Handles the typed keys, step by step.
final class TypedKeys {
    /// What keys mean.
    var map = KeyMap.standard
    private let model: ReaderModel
    private let externalPrograms: ExternalPrograms
    private let tellsOfPastes: Bool
    private let fit: () -> Void
    private let point: (MouseEvent) -> Void
    /// Events that were read but not handled yet.
    private var ahead: [Typed] = []
    /// The beginning of a sequence of keys.
    private var begun: [Key] = []
    /// The remaining steps of a key.
    private var steps: ArraySlice<KeyAction.Step> = []

    /// A key, or a mouse event between keys.
    private enum Typed {
        case key(Key)
        case mouse(MouseEvent)
    }

    /// `tellsOfPastes` says whether the terminal marks pasted text, so that it doesn't look like keys. `fit` tells the
    /// models how much room the screen has, since nothing is painted between the steps of a key, or between keys that
    /// arrive together. `point` handles a mouse event.
    init(
        _ model: ReaderModel, _ externalPrograms: ExternalPrograms, tellsOfPastes: Bool, fit: @escaping () -> Void,
        point: @escaping (MouseEvent) -> Void
    ) {
        self.model = model
        self.externalPrograms = externalPrograms
        self.tellsOfPastes = tellsOfPastes
        self.fit = fit
        self.point = point
    }

    /// Whether the next key needs something that isn't there yet, such as the end of a browser or the result of a
    /// search.
    private var isHeldUp: Bool { externalPrograms.haveTerminal || model.session.isAwaiting }

    /// Whether the user has to answer something first.
    private var isAsking: Bool { model.session.prompt != nil || model.session.choice != nil }

    func add(_ key: Key) {
        if key == .escape, model.session.isAwaiting, !externalPrograms.haveTerminal {
            // Keys typed since then were meant for what the user cancels.
            (ahead, steps) = ([], [])
            model.items.letGoOfSelection()
            model.session.callOff()
        } else {
            ahead.append(.key(key))
        }
    }

    /// Adds a mouse event after the keys before it. Ignores the mouse while another program uses the terminal.
    func add(_ event: MouseEvent) {
        if !externalPrograms.haveTerminal { ahead.append(.mouse(event)) }
    }

    /// Handles the typed keys until one has to wait.
    func handleAll() {
        while !isHeldUp, !ahead.isEmpty {
            switch ahead.removeFirst() {
            case .key(let key):
                let isPrompted = model.session.prompt != nil
                handle(key)
                letGoOfSelection()
                // If pasted text looks like keys, its first line answers the prompt. Its other lines must not become
                // commands.
                if isPrompted, key == .enter, model.session.prompt == nil, !tellsOfPastes { ahead = [] }
            case .mouse(let event):
                fit()
                point(event)
                // The event may have answered what the steps of a key waited for.
                runSteps()
            }
        }
    }

    /// Continues after a program has ended, or after something was found.
    func goOn(wentWell: Bool = true) {
        if !wentWell { leaveSteps() }
        runSteps()
        handleAll()
    }

    /// Drops the steps that depend on a program or an answer. Settings stay, because they undo temporary changes.
    func leaveSteps() { steps = steps.filter(\.isSetting)[...] }

    /// Keys that work even at prompts and choices, as in a shell.
    private static let operationsAnywhere: [Key: ViewModels.Operation] = [
        .control("z"): .suspend, .control("l"): .redraw
    ]

    private func handle(_ key: Key) {
        fit()
        if isAsking {
            if let operation = Self.operationsAnywhere[key] { return model.perform(operation) }
            if model.session.prompt != nil { model.session.typeIntoPrompt(key) } else { model.session.chooseBy(key) }
            return runSteps()
        }
        if model.handlesHint(key) { return }
        let pressed = begun + [key]
        begun = []
        switch map.meaning(of: pressed, in: model.screen) {
        case .action(let action): steps = action.steps[...]
        case .beginning: begun = pressed
        case .nothing: if pressed != [.enter] || !model.actions.counting.openTypedLink() { tellOfNothing(pressed) }
        }
        runSteps()
    }

    /// Says that keys have no meaning here. An earlier problem stays, as it matters more, and Escape says nothing, as
    /// it only cancels.
    private func tellOfNothing(_ pressed: [Key]) {
        model.actions.counting.forget()
        guard pressed.last != .escape, model.session.status?.isProblem != true else { return }
        // The same line shows at its end which keys do something.
        model.session.say(.done("\(map.name(of: pressed)) does nothing here"))
    }

    /// Shows the keys of this screen, and dims those that have nothing to work on now.
    private func showHelp() {
        let screen = model.screen
        let enabled = Set(Operation.allCases.filter { model.isEnabled($0, in: screen) })
        model.screens.help.pager.show { [map] width in
            map.help(for: screen, columns: width, isEnabled: enabled.contains)
        }
    }

    /// Runs the steps of a key until one has to wait.
    private func runSteps() {
        // The selection lasts for all steps.
        if steps.count > 1 { model.items.holdSelection() }
        defer { letGoOfSelection() }
        while !isHeldUp, !isAsking, let step = steps.popFirst() {
            fit()
            switch step {
            case .operation(let operation):
                if model.actions.counting.openTypedLink(before: operation) {
                    // The key may be meant for what is there when the browser has ended.
                    steps = [step] + steps
                    continue
                }
                if operation == .help {
                    showHelp()
                }
                model.perform(operation)
            case .given(let given): model.perform(given)
            case .set(let words): model.actions.settings.set(words)
            case .run(let command, .terminal): if !externalPrograms.run(command, input: nil) { leaveSteps() }
            case .run(let command, .article):
                guard let text = model.actions.programInput.takeShownText() else { continue }
                if !externalPrograms.run(command, input: Array(text.utf8)) { leaveSteps() }
            }
        }
    }

    /// Ends the selection, unless a key's last step still runs or asks something.
    private func letGoOfSelection() {
        if steps.isEmpty, !isHeldUp, !isAsking { model.items.letGoOfSelection() }
    }

    /// Runs what the user typed on the command line: a command, or operations.
    func execute(_ text: String) {
        do throws(ConfigProblem) {
            guard let line = try ConfigLine(typed: text), try !model.actions.commanding.execute(line) else { return }
            let words = line.name == "exec" ? line.operands : line.words[...]
            steps = try OperationList(words, or: Commanding.commands).action.steps + steps
            runSteps()
        } catch {
            model.session.say(.refused(error.message.asSentence(unlessFrom: text)))
        }
    }
}

extension String {
    /// The text with a capital first letter, unless it begins with a name that the user typed, such as a setting's.
    fileprivate func asSentence(unlessFrom typed: String) -> String {
        let isTyped = typed.split { " =!&?".contains($0) }.contains { hasPrefix("\($0) ") }
        return isTyped ? self : asSentence
    }
}

extension Session {
    /// Handles a key at a prompt.
    fileprivate func typeIntoPrompt(_ key: Key) {
        switch key {
        case .enter: submitPrompt()
        case .escape, .control("c"), .control("g"): leavePrompt()
        case .tab: complete()
        case .backTab: complete(backward: true)
        case .up, .control("p"): recall(earlier: true)
        case .down, .control("n"): recall(earlier: false)
        default: edit { $0.handle(key) }
        }
    }
}

extension TypedLine {
    /// Edits the line, with the keys of a shell.
    mutating func handle(_ key: Key) {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .backspace: deleteBackward()
        case .delete, .control("d"): deleteForward()
        case .control("u"): deleteToStart()
        case .control("k"): deleteToEnd()
        case .control("w"), .alt(.backspace): deleteWordBackward()
        case .alt(.character("d")): deleteWordForward()
        case .left, .control("b"): move(by: -1)
        case .right, .control("f"): move(by: 1)
        case .wordLeft, .alt(.character("b")): moveToPreviousWord()
        case .wordRight, .alt(.character("f")): moveToNextWord()
        case .home, .control("a"): moveToStart()
        case .end, .control("e"): moveToEnd()
        default: break
        }
    }
}

extension Session {
    /// Handles a key in a list of choices: letters filter the list, unless they choose an option directly.
    fileprivate func chooseBy(_ key: Key) {
        switch key {
        case .enter: acceptChoice()
        case .escape, .control("c"), .control("g"): leaveChoice()
        case .up, .backTab, .control("p"), .control("k"): editChoice { $0.cursor.move(by: -1) }
        case .down, .tab, .control("n"), .control("j"): editChoice { $0.cursor.move(by: 1) }
        case .pageUp: editChoice { $0.cursor.turnPage(by: -1) }
        case .pageDown: editChoice { $0.cursor.turnPage(by: 1) }
        case .home: editChoice { $0.cursor.move(to: 0) }
        case .end: editChoice { $0.cursor.move(to: .max) }
        case .character(let letter) where choice?.row(of: String(letter)) != nil:
            editChoice { choice in if let row = choice.row(of: String(letter)) { choice.cursor.move(to: row) } }
            acceptChoice()
        case .character("q") where choice?.isFree("q") == true: leaveChoice()
        case .character("j") where choice?.isFree("j") == true: editChoice { $0.cursor.move(by: 1) }
        case .character("k") where choice?.isFree("k") == true: editChoice { $0.cursor.move(by: -1) }
        default: editChoice { $0.line.handle(key) }
        }
    }
}

extension ReaderModel {
    /// Whether a key belongs to a link's label. Any other key removes the labels.
    fileprivate func handlesHint(_ key: Key) -> Bool {
        guard screen == .article, article.text.hints != nil else { return false }
        switch key {
        case .character(let letter) where letter.isLetter: screens.article.typeHint(letter)
        case .backspace: article.text.deleteHint()
        case .escape: article.text.leaveHints()
        default:
            article.text.leaveHints()
            return false
        }
        return true
    }
}
