import System

/// A declared setting: parsing, `lede config show`, the manual page and `Documentation/reference/config.md` are all
/// based on it.
package struct Setting: Sendable {
    package enum Section: String, CaseIterable, Sendable {
        case refreshing = "Refreshing"
        case network = "Network"
        case syncing = "Syncing through a folder"
        case keeping = "Keeping items"
        case pages = "Web pages"
        case episodes = "Episodes"
        case lists = "Lists"
        case articles = "Articles"
        case programs = "Programs"
        case news = "Notifications"
        case look = "Keys and colours"
    }

    package enum Kind: Equatable, Sendable {
        case yesNo
        case number(ClosedRange<Int>)
        case choice([String])
        case text
        /// A program with its arguments, as several words or as one in quotation marks.
        case command
        /// Several words.
        case words
        /// A text with fields: a percent sign and one of these letters.
        case format(letters: String)
    }

    package let name: String
    package let kind: Kind
    /// The default, as written in the file.
    package let initial: String
    package let section: Section
    /// What it does, in one sentence.
    package let help: String
    /// newsboat's names for some of the values.
    package let synonyms: [String: String]

    init(
        _ name: String, _ kind: Kind, _ initial: String, in section: Section, _ help: String,
        synonyms: [String: String] = [:]
    ) {
        self.name = name
        self.kind = kind
        self.initial = initial
        self.section = section
        self.help = help
        self.synonyms = synonyms
    }

    package static func named(_ name: String) -> Setting? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

extension Setting.Kind {
    /// The permitted values, in words.
    package var words: String {
        switch self {
        case .yesNo: "yes or no"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let choices): choices.dropLast().joined(separator: ", ") + " or \(choices.last ?? "")"
        case .text, .format: "text"
        case .command: "a program and its arguments"
        case .words: "words"
        }
    }
}

// Reading.
extension Setting {
    /// The reason why a value is refused.
    struct Refusal: Error {
        let message: String
        /// The position of the fault; nil if a word is missing.
        var place: ConfigPlace?
    }

    /// Returns the value for the words after the name.
    func value(of words: ArraySlice<ConfigWord>) throws(Refusal) -> [String] {
        if kind == .command { return words.map(\.text) }
        if kind == .words {
            var texts: [String] = []
            for word in words { texts.append(try value(of: word)) }
            return [texts.joined(separator: " ")]
        }
        guard let word = words.first else { throw Refusal(message: "\(name) needs a value: \(kind.words)") }
        if let second = words.dropFirst().first {
            let advice = kind.words == Kind.text.words ? "put it in quotation marks" : kind.words
            throw Refusal(message: "\(name) takes only one value: \(advice)", place: second.place)
        }
        return [try value(of: word)]
    }

    private func value(of word: ConfigWord) throws(Refusal) -> String {
        let text = synonyms[word.text] ?? word.text
        switch kind {
        case .command: return text
        case .text, .format, .words:
            guard !text.unicodeScalars.contains(where: \.isControl) else {
                throw Refusal(message: "\(name) must be text without line breaks", place: word.place)
            }
            if case .format(let letters) = kind { try check(word, for: letters) }
            return text
        case .yesNo:
            if ["yes", "true", "on"].contains(text.lowercased()) { return "yes" }
            if ["no", "false", "off"].contains(text.lowercased()) { return "no" }
            throw refusal(of: word, among: ["yes", "no"])
        case .choice(let choices):
            if choices.contains(text) { return text }
            throw refusal(of: word, among: choices)
        case .number(let range):
            if let number = Int(text), range.contains(number) { return "\(number)" }
            throw refusal(of: word, among: [])
        }
    }

    private func refusal(of word: ConfigWord, among names: [String]) -> Refusal {
        let hint = NearestName.hint(for: word.text, among: names)
        return Refusal(message: "\(name) must be \(kind.words), not “\(word.text)”\(hint)", place: word.place)
    }

    private func check(_ word: ConfigWord, for letters: String) throws(Refusal) {
        let fields = FormatFields(word.text)
        if let start = fields.unfinished {
            let rest = String(word.text.unicodeScalars.dropFirst(start))
            throw Refusal(
                message:
                    "incomplete “\(rest)” in \(name): write %% for a percent sign, and %?x?this&that? for a choice",
                place: word.place(ofCharacter: start))
        }
        guard let field = fields.letters.first(where: { !letters.contains($0.letter) }) else { return }
        let known = letters.map { "%\($0)" }.joined(separator: " ")
        throw Refusal(
            message: "unknown “%\(field.letter)” in \(name): use \(known)",
            place: word.place(ofCharacter: field.index))
    }
}

/// The fields of a format in newsboat's syntax: `t` and `T` in `%-20t %?T?by %T&?`.
private struct FormatFields {
    /// The letters, and the number of characters before each, without their widths.
    private(set) var letters: [(letter: Character, index: Int)] = []
    /// The number of characters before a field that isn't finished, such as `%4` or `%?T?by`; nil if all are.
    private(set) var unfinished: Int?

    init(_ text: String) {
        var rest = Array(text.unicodeScalars)[...]
        while unfinished == nil, let start = rest.firstIndex(of: "%") {
            rest = rest[(start + 1)...]
            if !readField(&rest) { unfinished = start }
        }
    }

    /// Reads a field after a percent sign; returns false if the text ends before the field.
    private mutating func readField(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        switch rest.first {
        case "%":
            rest.removeFirst()
            return true
        // Padding of the row.
        case ">":
            rest.removeFirst()
            return rest.popFirst() != nil
        // The field that a condition tests.
        case "?":
            rest.removeFirst()
            return readLetter(&rest) && rest.dropFirst().contains("?")
        default:
            rest = rest.drop { "-=0123456789".unicodeScalars.contains($0) }
            return readLetter(&rest)
        }
    }

    private mutating func readLetter(_ rest: inout ArraySlice<Unicode.Scalar>) -> Bool {
        let index = rest.startIndex
        guard let letter = rest.popFirst() else { return false }
        letters.append((Character(letter), index))
        return true
    }
}

/// A command of the config file, which isn't a setting. The manual says what each does.
package struct ConfigCommand: Sendable {
    package let name: String
    /// The operands, as the reference shows them.
    package let operands: String
    /// The number of operands.
    let count: ClosedRange<Int>
    /// Whether the operands have their own syntax and quotation marks: then they are one word up to the end of the
    /// line.
    let isRaw: Bool

    private init(_ name: String, _ operands: String, _ count: ClosedRange<Int>, isRaw: Bool = false) {
        (self.name, self.operands, self.count, self.isRaw) = (name, operands, count, isRaw)
    }

    package static let all = [
        ConfigCommand("include", "FILE", 1...1),
        ConfigCommand("bind", "KEYS CONTEXT[,CONTEXT] OPERATION [; OPERATION]… [-- \"DESCRIPTION\"]", 3...200),
        ConfigCommand("bind-key", "KEY OPERATION [CONTEXT]", 2...3),
        ConfigCommand("unbind-key", "KEY [CONTEXT] | -a [CONTEXT]", 1...2),
        ConfigCommand("macro", "KEY OPERATION [; OPERATION]… [-- \"DESCRIPTION\"]", 2...200),
        ConfigCommand("color", "ELEMENT FOREGROUND BACKGROUND [ATTRIBUTE]…", 3...20),
        ConfigCommand("highlight", "CONTEXT REGEX FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 3...20),
        ConfigCommand("highlight-article", "FILTER FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 2...20),
        ConfigCommand("highlight-feed", "FILTER FOREGROUND [BACKGROUND [ATTRIBUTE]…]", 2...20),
        ConfigCommand("define-filter", "NAME FILTER", 2...2),
        ConfigCommand("share", "NAME COMMAND [ARGUMENT]…", 2...50),
        ConfigCommand("on", "new FILTER do mark-read|star|tag NAME|hide|notify|run COMMAND", 1...1, isRaw: true),
        ConfigCommand("ignore-article", "URL|*|regex:REGEX FILTER", 1...1, isRaw: true)
    ]

    package static func named(_ name: String) -> ConfigCommand? { byName[name] }

    private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

/// A sample config file with every setting and its default in a comment.
package enum ConfigSample {
    package static var text: String {
        var lines = [
            "# lede's settings, one per line. See “man lede-config”; “lede config check” finds mistakes.",
            "# To change a setting, remove the # before it."
        ]
        for section in Setting.Section.allCases {
            lines += ["", "# \(section.rawValue)"]
            for setting in Setting.all where setting.section == section {
                let value = setting.initial.isEmpty ? "\"\"" : ConfigWord.quoted(setting.initial)
                lines += ["", "# " + setting.help, "#\(setting.name) \(value)"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
