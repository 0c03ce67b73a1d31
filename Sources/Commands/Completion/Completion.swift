import Configuration

/// What may stand at the end of a command line that is being typed.
struct Completion {
    enum Candidate: Equatable {
        case word(String, String)
        /// The names of these are the shell's to find.
        case files
        case folders
        /// These are in the library.
        case feeds
        case tags
        case queries
    }

    let candidates: [Candidate]

    /// The words after “lede”, the last of which is being typed.
    init(_ words: [String], among verbs: [Verb] = Verb.all) {
        let typed = words.last ?? ""
        let line = Line(words.dropLast(), among: verbs)
        if let option = line.openOption {
            candidates = Self.values(of: option, beginning: "")
        } else if typed.hasPrefix("-"), !line.hasOnlyOperands {
            candidates = Self.options(line.options, matching: typed)
        } else if let verb = line.verb {
            let operand = verb.operands.operand(at: line.operands.count)
            // A command may be two words, of which the first is there already.
            candidates =
                operand?.name == "COMMAND"
                ? Self.names(after: line.operands, of: verbs) : operand.map { Self.named($0.name, "") } ?? []
        } else {
            candidates = Self.names(after: line.operands, of: verbs)
        }
    }

    /// The words before the one that is being typed, as far as they can be understood.
    private struct Line {
        var verb: Verb?
        var operands: [String] = []
        /// The option whose value is being typed.
        var openOption: Verb.Option?
        var hasOnlyOperands = false

        var options: [Verb.Option] { verb?.allOptions ?? ReaderOpening.options + Verb.commonOptions }

        init(_ words: ArraySlice<String>, among verbs: [Verb]) {
            var words = words
            while let word = words.popFirst() {
                if hasOnlyOperands || !word.hasPrefix("-") || word == "-" {
                    operands.append(word)
                    if verb == nil, let named = verbs.first(where: { $0.name == operands.joined(separator: " ") }) {
                        verb = named
                        operands = []
                    }
                } else if word == "--" {
                    hasOnlyOperands = true
                } else if let option = options.first(where: { $0.isCalled(word) }), option.value != nil,
                    words.popFirst() == nil
                {
                    openOption = option
                }
            }
        }
    }

    /// The commands, or the parts of one whose first word is there.
    private static func names(after words: [String], of verbs: [Verb]) -> [Candidate] {
        let start = words.map { $0 + " " }.joined()
        var names: [(String, String)] = []
        for verb in verbs where verb.name.hasPrefix(start) {
            let rest = verb.name.dropFirst(start.count).split(separator: " ")
            guard let name = rest.first.map(String.init), !names.contains(where: { $0.0 == name }) else { continue }
            let parts = verbs.filter { $0.name.hasPrefix("\(start)\(name) ") }
            let isWhole = parts.isEmpty
            names.append(
                (
                    name,
                    isWhole
                        ? verb.summary
                        : parts.map { String($0.name.dropFirst(start.count + name.count + 1)) }.joined(separator: ", ")
                ))
        }
        return names.map(Candidate.word)
    }

    private static func options(_ options: [Verb.Option], matching typed: String) -> [Candidate] {
        // In “--option=value” it is the value that is being typed.
        if let equals = typed.firstIndex(of: "="),
            let option = options.first(where: { $0.isCalled(String(typed[..<equals])) })
        {
            return values(of: option, beginning: String(typed[...equals]))
        }
        return options.map { .word($0.name, $0.meaning) }
    }

    private static func values(of option: Verb.Option, beginning: String) -> [Candidate] {
        option.value.map { named($0, beginning) } ?? []
    }

    /// What a placeholder of the help stands for; words with bars between them stand for themselves.
    private static func named(_ name: String, _ beginning: String) -> [Candidate] {
        switch name {
        case "FILE": [.files]
        case "DIR": [.folders]
        case "FEED": [.feeds]
        case "TAG": [.tags]
        case "NAME": [.queries]
        case "SETTING": Setting.all.map { .word($0.name, $0.help) }
        case let name where name == name.uppercased(): []
        default: name.split(separator: "|").map { .word(beginning + $0, "") }
        }
    }
}
