import Spelling

/// Something that a person can set, declared: the reading, `lede config show`, the manual page and the reference in
/// `Documentation/reference/config.md` all come from here.
package struct Setting: Sendable {
    package enum Section: String, CaseIterable, Sendable {
        case refreshing = "Refreshing"
        case network = "Network"
        case keeping = "Keeping"
        case lists = "Lists"
        case articles = "Articles"
        case programs = "Programs"
        case news = "Telling of news"
        case look = "Keys and colours"
    }

    package enum Kind: Equatable, Sendable {
        case yesNo
        case number(ClosedRange<Int>)
        case choice([String])
        case text
        /// A program with its arguments: several words, or all of them in quotation marks.
        case command
        /// A text in which a percent sign and one of these letters stand for something.
        case format(letters: String)
    }

    package let name: String
    package let kind: Kind
    /// What it is where nobody has set it, as the file would say it.
    package let initial: String
    package let section: Section
    /// What it does, in one sentence.
    package let help: String
    /// What newsboat calls some of the values.
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
    /// What may be written, in words.
    package var words: String {
        switch self {
        case .yesNo: "yes or no"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let choices): choices.dropLast().joined(separator: ", ") + " or \(choices.last ?? "")"
        case .text, .format: "a text"
        case .command: "a program with its arguments"
        }
    }
}

extension Setting {
    /// newsboat's values that have other names here, for its users: “`date-asc` is newest”.
    var newsboatValues: String? {
        guard case .choice(let choices) = kind else { return nil }
        let words = choices.compactMap { choice in
            let names = synonyms.filter { $0.value == choice }.keys.sorted().map { "`\($0)`" }
            guard let last = names.last else { return String?.none }
            let all = names.dropLast().joined(separator: ", ")
            return all.isEmpty ? "\(last) is \(choice)" : "\(all) and \(last) are \(choice)"
        }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}

// Reading.
extension Setting {
    /// Why a setting can't have what it was given.
    struct Refusal: Error {
        let message: String
        /// Where it is wrong; nil where a word is missing.
        var place: ConfigPlace?
    }

    /// What is meant by the words after the name.
    func value(of words: ArraySlice<ConfigWord>) throws(Refusal) -> [String] {
        if kind == .command { return words.map(\.text) }
        guard let word = words.first else { throw Refusal(message: "\(name) wants \(kind.words)") }
        if let second = words.dropFirst().first {
            let advice = kind.words == Kind.text.words ? ": put all of it in quotation marks" : ""
            throw Refusal(message: "\(name) wants \(kind.words), and here is more\(advice)", place: second.place)
        }
        return [try value(of: word)]
    }

    private func value(of word: ConfigWord) throws(Refusal) -> String {
        let text = synonyms[word.text] ?? word.text
        switch kind {
        case .command: return text
        case .text, .format:
            guard !text.unicodeScalars.contains(where: \.isControl) else {
                throw Refusal(message: "\(name) wants a text without line breaks", place: word.place)
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
        return Refusal(message: "\(name) wants \(kind.words), and “\(word.text)” is none\(hint)", place: word.place)
    }

    private func check(_ word: ConfigWord, for letters: String) throws(Refusal) {
        let fields = FormatFields(word.text)
        if let start = fields.unfinished {
            let rest = String(word.text.unicodeScalars.dropFirst(start))
            throw Refusal(
                message: "“\(rest)” has no end in \(name): %% is a percent sign, and a choice is %?x?this&that?",
                place: word.place(ofCharacter: start))
        }
        guard let field = fields.letters.first(where: { !letters.contains($0.letter) }) else { return }
        let known = letters.map { "%\($0)" }.joined(separator: " ")
        throw Refusal(
            message: "“%\(field.letter)” stands for nothing in \(name): it knows \(known)",
            place: word.place(ofCharacter: field.index))
    }

    /// What to say of a value that means something else than where people have it from.
    func note(on value: String) -> String? {
        guard self.name == Self.feedSortOrder.name else { return nil }
        return switch value {
        case "latestunread", "latestunread-asc", "latestunread-desc":
            "feed-sort-order: feeds stand by their newest item, read or unread"
        default: nil
        }
    }
}
