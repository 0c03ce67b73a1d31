import Configuration
import Signals
import Terminal
import ViewModels

/// What is typed: the keys, what they mean, and what they do, step by step.
final class TypedKeys {
    /// What keys mean.
    var map = KeyMap.standard
    private let model: ReaderModel
    private let errands: Errands
    private let tellsOfPastes: Bool
    private let fit: () -> Void
    private let point: (MouseEvent) -> Void
    /// What was read and not taken yet.
    private var ahead: [Typed] = []
    /// Keys that were pressed and mean nothing yet without those that follow.
    private var begun: [Key] = []
    /// What a key does and is not done yet.
    private var steps: ArraySlice<KeyAction.Step> = []

    /// A key, or what the mouse did between two.
    private enum Typed {
        case key(Key)
        case mouse(MouseEvent)
    }

    /// `tellsOfPastes` says whether what is pasted comes as one, and not as keys. `fit` has the models know what room the
    /// place has: between keys that came at once, and the steps of one, nothing is painted. `point` does what the mouse did.
    init(
        _ model: ReaderModel, _ errands: Errands, tellsOfPastes: Bool, fit: @escaping () -> Void,
        point: @escaping (MouseEvent) -> Void
    ) {
        self.model = model
        self.errands = errands
        self.tellsOfPastes = tellsOfPastes
        self.fit = fit
        self.point = point
    }

    /// Whether keys are meant for what is not there yet: what is shown when a browser has ended, or when something is found.
    private var isHeldUp: Bool { errands.haveTerminal || model.isAwaiting }

    /// Whether the person is to answer something first.
    private var isAsking: Bool { model.prompt != nil || model.choice != nil }

    func add(_ key: Key) {
        if key == .escape, model.isAwaiting, !errands.haveTerminal {
            // What has been typed since was for what is called off.
            (ahead, steps) = ([], [])
            model.items.letGoOfSelection()
            model.callOff()
        } else {
            ahead.append(.key(key))
        }
    }

    /// Takes note of what the mouse did, which comes behind the keys before it. With another program it has nothing to do.
    func add(_ event: MouseEvent) {
        if !errands.haveTerminal { ahead.append(.mouse(event)) }
    }

    /// Takes what was typed, as far as it is not held up.
    func takeAll() {
        while !isHeldUp, !ahead.isEmpty {
            switch ahead.removeFirst() {
            case .key(let key):
                let isPrompted = model.prompt != nil
                take(key)
                letGoOfSelection()
                // Where a paste comes as keys it ends with its first line: the others are no commands.
                if isPrompted, key == .enter, model.prompt == nil, !tellsOfPastes { ahead = [] }
            case .mouse(let event):
                fit()
                point(event)
                // It may have answered what a key's steps waited for.
                takeSteps()
            }
        }
    }

    /// Goes on with what was held up, by another program that had the terminal or by what was looked for.
    func goOn(wentWell: Bool = true) {
        if !wentWell { leaveSteps() }
        takeSteps()
        takeAll()
    }

    /// What was to follow a program or an answer counts on it, but for settings that were made for it and are taken back.
    func leaveSteps() { steps = steps.filter(\.isSetting)[...] }

    /// What keys do also while something is typed or chosen, as in a shell.
    private static let operationsAnywhere: [Key: ViewModels.Operation] = [
        .control("z"): .suspend, .control("l"): .redraw
    ]

    private func take(_ key: Key) {
        fit()
        if isAsking {
            if let operation = Self.operationsAnywhere[key] { return model.perform(operation) }
            if model.prompt != nil { model.typeIntoPrompt(key) } else { model.chooseBy(key) }
            return takeSteps()
        }
        if model.takesHint(key) { return }
        let pressed = begun + [key]
        begun = []
        switch map.meaning(of: pressed, in: model.place) {
        case .action(let action): steps = action.steps[...]
        case .beginning: begun = pressed
        case .nothing: if pressed != [.enter] || !model.openTypedLink() { tellOfNothing(pressed) }
        }
        takeSteps()
    }

    /// Says of keys that they do nothing here. What went wrong before is of more interest, and Escape only ever takes back what
    /// was begun.
    private func tellOfNothing(_ pressed: [Key]) {
        model.forgetCount()
        guard pressed.last != .escape, model.status?.isProblem != true else { return }
        // Which keys do something is told at the end of the same line.
        model.say(.done("\(map.name(of: pressed)) does nothing here"))
    }

    /// Lays the keys of this place out, faint where they have nothing to work on now.
    private func showHelp() {
        let place = model.place
        let enabled = Set(Operation.allCases.filter { model.isEnabled($0, in: place) })
        model.help.show { [map] width in map.help(for: place, columns: width, isEnabled: enabled.contains) }
    }

    /// Takes what a key does, step by step, as far as it is not held up.
    private func takeSteps() {
        // What is selected is so for all of them.
        if steps.count > 1 { model.items.holdSelection() }
        defer { letGoOfSelection() }
        while !isHeldUp, !isAsking, let step = steps.popFirst() {
            fit()
            switch step {
            case .operation(let operation):
                if model.openTypedLink(before: operation) {
                    // It may be meant for what is there when the browser has ended.
                    steps = [step] + steps
                    continue
                }
                if operation == .help {
                    showHelp()
                }
                model.perform(operation)
            case .given(let given): model.perform(given)
            case .set(let words): model.set(words)
            case .run(let command, .terminal): if !errands.run(command, input: nil) { leaveSteps() }
            case .run(let command, .article):
                guard let text = model.takeShownText() else { continue }
                if !errands.run(command, input: Array(text.utf8)) { leaveSteps() }
            }
        }
    }

    /// What a key has done last may still be under way, or ask something first.
    private func letGoOfSelection() {
        if steps.isEmpty, !isHeldUp, !isAsking { model.items.letGoOfSelection() }
    }

    /// Does what was typed behind the colon: a command, or operations.
    func obey(_ text: String) {
        do throws(ConfigProblem) {
            guard let line = try ConfigLine(typed: text), try !model.obey(line) else { return }
            let words = line.name == "exec" ? line.operands : line.words[...]
            steps = try OperationList(words, or: ReaderModel.commands).action.steps + steps
            takeSteps()
        } catch {
            model.say(.refused(error.message.asSentence(unlessFrom: text)))
        }
    }
}

extension String {
    /// With a capital letter, unless it begins with a name that was typed, such as a setting's.
    fileprivate func asSentence(unlessFrom typed: String) -> String {
        let names = typed.split { " =!&?".contains($0) } + ["lede", "newsboat's"]
        let isTyped = names.contains { hasPrefix("\($0) ") }
        return isTyped ? self : prefix(1).uppercased() + dropFirst()
    }
}
