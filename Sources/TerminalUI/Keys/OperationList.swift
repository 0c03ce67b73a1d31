import Configuration
import System
import Terminal
import ViewModels

/// The part of a line of the config file that says what keys do: `OPERATION [; OPERATION]… [-- "DESCRIPTION"]`.
nonisolated struct OperationList {
    let action: KeyAction

    /// `commands` are further names to suggest for an unknown operation.
    init(_ words: ArraySlice<ConfigWord>, or commands: [String] = []) throws(ConfigProblem) {
        var steps: [KeyAction.Step] = []
        var part: [ConfigWord] = []
        var description: [String]?
        for token in words.flatMap(Self.tokens) {
            if description != nil {
                description?.append(token.text)
            } else if token.isQuoted || token.text != "--" && token.text != ";" {
                part.append(token)
            } else {
                if let name = part.first {
                    steps.append(try Self.step(name, Array(part.dropFirst()), or: commands))
                }
                part = []
                if token.text == "--" { description = [] }
            }
        }
        if let name = part.first { steps.append(try Self.step(name, Array(part.dropFirst()), or: commands)) }
        guard !steps.isEmpty else {
            throw ConfigProblem(
                at: words.first?.place ?? .init(path: "", line: 1, column: 1), "missing operation")
        }
        let text = (description ?? []).joined(separator: " ")
        action = KeyAction(steps, description: text.isEmpty ? nil : text)
    }

    /// The parts of a word between semicolons, and the semicolons.
    private static func tokens(in word: ConfigWord) -> [ConfigWord] {
        guard !word.isQuoted, word.text.utf8.contains(UInt8(ascii: ";")) else { return [word] }
        var tokens: [ConfigWord] = []
        for (index, part) in word.text.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { tokens.append(ConfigWord(";", at: word.place)) }
            if !part.isEmpty { tokens.append(ConfigWord(String(part), at: word.place)) }
        }
        return tokens
    }

    private static func step(
        _ name: ConfigWord, _ operands: [ConfigWord], or commands: [String]
    ) throws(ConfigProblem) -> KeyAction.Step {
        switch name.text {
        case "set":
            var config = Config()
            try config.set(operands[...])
            if operands.isEmpty {
                throw ConfigProblem(at: name.place, "set needs a setting, such as “set text-width 60”")
            }
            if let setting = Setting.named(operands[0].text),
                let problem = ExternalCommand.problem(of: setting, in: config)
            {
                throw ConfigProblem(at: operands[operands.count - 1].place, problem)
            }
            return .set(operands)
        case "run": return .run(try command(name, operands), .terminal)
        case "pipe-to" where !operands.isEmpty: return .run(try command(name, operands), .article)
        default:
            let operation = try operation(name, or: commands)
            guard let operand = operands.first else { return .operation(operation) }
            let text = operands.map(\.text).joined(separator: " ")
            do throws(OperationWithArgument.Refusal) {
                return .given(try OperationWithArgument(operation, text))
            } catch {
                throw ConfigProblem(at: operand.place, error.words)
            }
        }
    }

    private static func command(_ name: ConfigWord, _ operands: [ConfigWord]) throws(ConfigProblem) -> ExternalCommand {
        guard let command = ExternalCommand(CommandLineText.words(operands.map(\.text))) else {
            throw ConfigProblem(at: name.place, "\(name.text) needs a program")
        }
        if let problem = command.problem { throw ConfigProblem(at: operands[0].place, problem) }
        return command
    }

    private static func operation(_ name: ConfigWord, or commands: [String]) throws(ConfigProblem) -> Operation {
        if let operation = Operation(rawValue: name.text) { return operation }
        let newsboat = NewsboatOperation.named(name.text)
        if let operation = newsboat?.operation { return operation }
        if let reason = newsboat?.reason {
            throw ConfigProblem(at: name.place, "lede doesn't have newsboat's \(name.text): \(reason)")
        }
        let names = Operation.allCases.map(\.rawValue) + ["run", "pipe-to", "set"] + commands
        let hint =
            Setting.named(name.text) == nil
            ? NearestName.hint(for: name.text, among: names) : ": use “set \(name.text)” for settings"
        // The command line knows more commands than operations.
        let kind = commands.isEmpty ? "operation" : "command"
        throw ConfigProblem(at: name.place, "unknown \(kind) “\(name.text)”\(hint)")
    }
}

nonisolated extension KeyMap {
    /// lede's own keys, changed by the config file. If a line is invalid, its keys keep their meaning from `before`.
    init(_ config: Config, before: KeyMap = .standard) {
        self = .standard
        digitsAreLinks = config.text(.keys) == "newsboat"
        let lines = config.keyLines
        let prefixes = Self.macroPrefixes(in: lines)
        for (index, line) in lines.enumerated() {
            let isOwn = index >= config.baseKeysCount
            do throws(ConfigProblem) { try apply(line, prefixes, isOwn: isOwn) } catch {
                keep(line, prefixes, as: before)
            }
        }
    }

    private mutating func keep(_ line: ConfigLine, _ prefixes: [Target], as before: KeyMap) {
        for target in (try? Self.targets(of: line, prefixes)) ?? [] {
            for screen in target.screens {
                guard case .action(let action) = before.meaning(of: target.keys, in: screen) else { continue }
                bind(target.keys, to: action, in: [screen], isOwn: true)
            }
        }
    }

    /// The problems in lines about keys.
    static func problems(of config: Config) -> [ConfigProblem] {
        var keys = KeyMap.standard
        let lines = config.keyLines
        let prefixes = macroPrefixes(in: lines)
        return lines.compactMap { line in
            do throws(ConfigProblem) { try keys.apply(line, prefixes, isOwn: true) } catch { return error }
            return nil
        }
    }

    private mutating func apply(_ line: ConfigLine, _ prefixes: [Target], isOwn: Bool) throws(ConfigProblem) {
        if line.name == "unbind-key" { return try unbind(Array(line.operands)) }
        let targets = try Self.targets(of: line, prefixes)
        if line.bindsMacroPrefix { return }
        let action = try OperationList(Self.operations(of: line)).action
        for target in targets { bind(target.keys, to: action, in: target.screens, isOwn: isOwn) }
    }

    /// Keys pressed one after the other, and the screens where they work.
    private typealias Target = (keys: [Key], screens: [Screen])

    /// The keys of a line, with their screens. A macro has several if several keys begin macros.
    private static func targets(of line: ConfigLine, _ prefixes: [Target]) throws(ConfigProblem) -> [Target] {
        let words = Array(line.operands)
        switch line.name {
        case "bind": return [(try keys(words[0]), try screens(words[1]))]
        case "bind-key": return [(try keys(words[0]), try screens(words.dropFirst(2).first))]
        case "macro":
            let keys = try keys(words[0])
            return prefixes.map { ($0.keys + keys, $0.screens) }
        default: return []
        }
    }

    /// The keys that begin macros: the comma, unless a line gives it another meaning, and keys bound to newsboat's
    /// macro-prefix.
    private static func macroPrefixes(in lines: [ConfigLine]) -> [Target] {
        let comma: Target = ([.character(",")], Screen.allCases)
        let own = lines.filter(\.bindsMacroPrefix).flatMap { (try? targets(of: $0, [])) ?? [] }
        if own.isEmpty { return [comma] }
        let isCommaTaken = lines.contains { line in
            line.name != "macro" && !line.bindsMacroPrefix && line.operands.first?.text == ","
        }
        let namesComma = own.contains { $0.keys == comma.keys }
        return (isCommaTaken || namesComma ? [] : [comma]) + own
    }

    /// The words of a line that say what its keys do.
    private static func operations(of line: ConfigLine) -> ArraySlice<ConfigWord> {
        let words = Array(line.operands)
        return line.name == "bind" ? words[2...] : line.name == "bind-key" ? words[1...1] : words[1...]
    }

    private mutating func unbind(_ words: [ConfigWord]) throws(ConfigProblem) {
        let screens = try Self.screens(words.dropFirst().first)
        if words[0].text == "-a" { unbindAll(in: screens) } else { unbind(try Self.keys(words[0]), in: screens) }
    }

    private static func keys(_ word: ConfigWord) throws(ConfigProblem) -> [Key] {
        if let keys = Key.sequence(word.text) { return keys }
        throw ConfigProblem(at: word.place, "“\(word.text)” isn't a key: use one like r, ^R, <F5> or gg")
    }

    /// The screens in a word, which has commas between them; all screens if there is no word.
    private static func screens(_ word: ConfigWord?) throws(ConfigProblem) -> [Screen] {
        guard let word else { return Screen.allCases }
        var screens: [Screen] = []
        for name in word.text.split(separator: ",") { screens += try self.screens(String(name), at: word.place) }
        return screens
    }

    private static func screens(_ name: String, at place: ConfigPlace) throws(ConfigProblem) -> [Screen] {
        if ["everywhere", "all"].contains(name) { return Screen.allCases }
        if let screen = Screen(rawValue: name) ?? synonyms[name] { return [screen] }
        // newsboat's other contexts don't exist in lede, but a line that names them is still valid.
        if newsboatScreens.contains(name) { return [] }
        let hint = NearestName.hint(for: name, among: Screen.allCases.map(\.rawValue) + ["everywhere"])
        throw ConfigProblem(at: place, "unknown context “\(name)”\(hint)")
    }

    private static let synonyms: [String: Screen] = ["feeds": .feeds, "items": .items, "podboat": .episodes]

    private static let newsboatScreens: Set<String> = [
        "searchresultslist", "tagselection", "filterselection", "dialogs", "filebrowser", "dirbrowser"
    ]
}

nonisolated extension ConfigLine {
    /// Whether the line makes a key begin macros, as newsboat's config files do.
    fileprivate var bindsMacroPrefix: Bool {
        let words = operands.map(\.text)
        return switch name {
        case "bind": words.count > 2 && words[2] == "macro-prefix"
        case "bind-key": words.count > 1 && words[1] == "macro-prefix"
        default: false
        }
    }
}

nonisolated extension Key {
    /// Parses keys of the config file, in a row: `gg`, `^X`, `<C-x>`, `<A-x>`, `<ENTER>`, or a single name such as
    /// `ENTER`. Nil if the text is invalid.
    static func sequence(_ text: String) -> [Key]? {
        if let key = named(text) { return [key] }
        var keys: [Key] = []
        var rest = text[...]
        while !rest.isEmpty {
            guard keys.count < longest, let key = first(in: &rest) else { return nil }
            keys.append(key)
        }
        return keys.isEmpty ? nil : keys
    }

    /// The name of keys pressed one after the other.
    static func name(of keys: [Key], inASCII isASCII: Bool = false) -> String {
        let isText = keys.allSatisfy { if case .character(let character) = $0 { character != " " } else { false } }
        return keys.map { $0.name(inASCII: isASCII) }.joined(separator: isText ? "" : " ")
    }

    /// Nobody remembers more keys.
    private static let longest = 8

    private static func first(in text: inout Substring) -> Key? {
        let first = text.removeFirst()
        if first == "^", let letter = text.first, letter.isASCII, letter.isLetter {
            text.removeFirst()
            return .control(Character(letter.lowercased()))
        }
        guard first == "<", let end = text.firstIndex(of: ">") else { return .character(first) }
        let name = text[..<end]
        text = text[text.index(after: end)...]
        return inAngles(String(name))
    }

    private static func inAngles(_ name: String) -> Key? {
        if let key = named(name) { return key }
        let parts = name.split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let letter = parts[1].first, parts[1].count == 1, letter.isASCII, letter.isLetter else {
            return nil
        }
        switch parts[0] {
        case "C": return .control(Character(letter.lowercased()))
        case "S": return .character(Character(letter.uppercased()))
        case "A", "M": return .alt(.character(letter))
        default: return nil
        }
    }

    private static func named(_ name: String) -> Key? {
        if name.hasPrefix("F"), let number = Int(name.dropFirst()), (1...12).contains(number) {
            return .function(number)
        }
        return names[name]
    }

    private static let names: [String: Key] = [
        "ENTER": .enter, "ESC": .escape, "TAB": .tab, "S-TAB": .backTab, "SPACE": .character(" "),
        "BACKSPACE": .backspace, "DELETE": .delete, "LEFT": .left, "RIGHT": .right, "UP": .up, "DOWN": .down,
        "PPAGE": .pageUp,
        "NPAGE": .pageDown, "PAGEUP": .pageUp, "PAGEDOWN": .pageDown, "HOME": .home, "END": .end,
        "LT": .character("<"), "GT": .character(">")
    ]
}
