import Configuration
import ViewModels

/// What keys do: one operation, or several steps in order.
struct KeyAction: Equatable {
    enum Step: Equatable {
        case operation(Operation)
        /// An operation with the answer that it would otherwise ask for.
        case given(GivenOperation)
        /// Changes a setting until lede ends. The words are those after “set”.
        case set([ConfigWord])
        /// Runs a program with data of the article or item in its arguments, and possibly the article as input.
        case run(ExternalCommand, Input)
    }

    enum Input: Equatable {
        case terminal
        /// The text of the article.
        case article
    }

    let steps: [Step]
    /// The user's description.
    var description: String?

    init(_ operation: Operation) {
        steps = [.operation(operation)]
    }

    init(_ steps: [Step], description: String? = nil) {
        self.steps = steps
        self.description = description
    }

    /// The operation, if there is nothing else; nil for a macro.
    var operation: Operation? {
        guard steps.count == 1, case .operation(let operation) = steps[0] else { return nil }
        return operation
    }

    /// Under which heading the help lists it; nil for what the user combined. Keys of `keys newsboat` that combine
    /// operations are listed under that of the first.
    func topic(isOwn: Bool) -> ViewModels.Operation.Topic? {
        if isOwn { return operation?.topic }
        return steps.first.flatMap { $0.asksForRow ? .moving : $0.operation?.topic }
    }

    /// Whether it does only this operation, without a description.
    func isJust(_ operation: Operation) -> Bool { description == nil && self.operation == operation }

    /// What it does in a place, for the help. `digitsAreLinks` says whether each digit opens a link at once.
    func explanation(in place: Place, digitsAreLinks: Bool = false) -> String {
        description
            ?? parts.map { $0.explanation(in: place, digitsAreLinks: digitsAreLinks) }.joined(separator: ", then ")
    }

    /// The steps, with the digits before each.
    private var parts: [Part] {
        var parts: [Part] = []
        var digits: [Int] = []
        for step in steps {
            if let digit = step.operation?.digit {
                digits.append(digit)
            } else {
                parts.append(Part(digits: digits, step: step))
                digits = []
            }
        }
        return digits.isEmpty ? parts : parts + [Part(digits: digits, step: nil)]
    }

    /// A step, and the digits before it: a count, or the number of a link.
    private struct Part {
        let digits: [Int]
        let step: Step?

        func explanation(in place: Place, digitsAreLinks: Bool) -> String {
            let number = digits.map(String.init).joined()
            let typed: [String] =
                if digits.isEmpty {
                    []
                } else if !place.numbersLinks || step?.operation?.takesCount == true && !digitsAreLinks {
                    ["type \(number)"]
                } else if digitsAreLinks {
                    digits.map { "open link \($0 == 0 ? 10 : $0)" }
                } else {
                    ["open link \(number == "0" ? "10" : number)"]
                }
            return (typed + [step?.explanation(in: place)].compactMap(\.self)).joined(separator: ", then ")
        }
    }
}

extension KeyAction.Step {
    var isSetting: Bool { if case .set = self { true } else { false } }

    /// The operation, with or without an argument.
    fileprivate var operation: ViewModels.Operation? {
        switch self {
        case .operation(let operation): operation
        case .given(let given): given.operation
        case .set, .run: nil
        }
    }

    /// Whether it begins the command line with a digit, as newsboat's digits do.
    fileprivate var asksForRow: Bool {
        if case .given(let given) = self { given.operation == .commandLine && Int(given.text) != nil } else { false }
    }

    fileprivate func explanation(in place: Place) -> String {
        switch self {
        case .given where asksForRow: "type the number of the row to go to"
        case .operation(let operation): operation.explanation(in: place)
        case .given(let given) where given.operation == .toggleRead: "mark \(given.text)"
        case .given(let given): "\(given.operation.explanation(in: place)): \(given.text)"
        case .set(let words): "set " + words.map(\.text).joined(separator: " ")
        case .run(let command, .terminal): "run \(command.name)"
        case .run(let command, .article): "pipe the article to \(command.name)"
        }
    }
}
