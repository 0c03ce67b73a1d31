import Typesetting

/// Something that the person is to choose, from a list over what else the screen shows.
package struct Choice: Equatable, Sendable {
    package struct Option: Equatable, Sendable {
        package let name: String
        /// What else there is to say of it, at the end of its row.
        package let detail: String
        /// What it stands for, where that is not its name.
        let value: String
        /// The key that chooses it at once, while nothing is typed.
        let key: String?

        init(_ name: String, detail: String = "", value: String? = nil, key: String? = nil) {
            self.name = name
            self.detail = key ?? detail
            self.value = value ?? name
            self.key = key
        }
    }

    package let title: String
    /// How many cells the longest name has, and the longest of what else there is to say.
    package let nameWidth: Int
    package let detailWidth: Int
    /// What is typed: the words that options need to have.
    package var line = TypedLine() {
        didSet { if line.text != oldValue.text { narrow() } }
    }

    package var cursor = ListCursor()
    /// The options that have the words that were typed.
    package private(set) var shown: [Option]
    private let options: [Option]
    /// The value of what is in force.
    private let current: String?
    /// What is said of what was typed, where that can be chosen too if nothing is called so.
    private let wordsForNew: String?

    /// The cursor begins on the option of a value.
    init(
        title: String, _ options: [Option], on value: String? = nil,
        orNew wordsForNew: String? = nil
    ) {
        self.title = title
        self.options = options
        current = value
        nameWidth = options.map(\.name.cellWidth).max() ?? 0
        detailWidth = options.map(\.detail.cellWidth).max() ?? 0
        self.wordsForNew = wordsForNew
        shown = options
        cursor.count = options.count
        if let row = options.firstIndex(where: { $0.value == value }) { cursor.move(to: row) }
    }

    /// The row that a key chooses at once; nil where it is a letter like others.
    package func row(of key: String) -> Int? {
        line.text.isEmpty ? shown.firstIndex { $0.key == key } : nil
    }

    /// Whether a letter does what it does everywhere, as q leaves and j goes down: unless it may be the first of something.
    package func isFree(_ letter: Character) -> Bool {
        line.text.isEmpty && wordsForNew == nil
            && !options.contains { $0.name.lowercased().hasPrefix(String(letter)) }
    }

    package func isCurrent(_ option: Option) -> Bool { option.value == current }

    package var selected: Option? { shown.indices.contains(cursor.row) ? shown[cursor.row] : nil }

    /// What is said where there is nothing to choose.
    package var wordsForNothing: String {
        wordsForNew != nil && line.text.isEmpty ? "None yet. Type a name." : "No match."
    }

    /// How many rows the list has before anything is typed, and room for what may be typed.
    package var mostRows: Int { max(1, options.count + (wordsForNew == nil ? 0 : 1)) }

    /// What was typed as one more option, where it can be one.
    private var new: [Option] {
        let name = line.text.trimmingSpaces
        guard let wordsForNew, !name.isEmpty, !options.contains(where: { $0.name == name }) else { return [] }
        return [Option(name, detail: wordsForNew)]
    }

    private mutating func narrow() {
        let words = line.text.lowercased().split(separator: " ")
        let fitting = options.filter { option in
            let name = option.name.lowercased()
            return words.allSatisfy { name.contains($0) }
        }
        // What begins so is meant most likely.
        let begins = { (option: Option) in words.first.map { option.name.lowercased().hasPrefix($0) } ?? false }
        shown = fitting.filter(begins) + fitting.filter { !begins($0) } + new
        cursor.count = shown.count
        cursor.move(to: 0)
    }
}
