import Typesetting

/// A list to choose from, shown over the rest of the screen.
package struct Choice: Equatable, Sendable {
    package struct Option: Equatable, Sendable {
        package let name: String
        /// More about the option, at the end of its row.
        package let detail: String
        /// What the option stands for, if that differs from its name.
        let value: String
        /// The key that chooses the option while no text is typed.
        let key: String?

        init(_ name: String, detail: String = "", value: String? = nil, key: String? = nil) {
            self.name = name
            self.detail = key ?? detail
            self.value = value ?? name
            self.key = key
        }
    }

    package let title: String
    /// The cells of the longest name and of the longest detail.
    package let nameWidth: Int
    package let detailWidth: Int
    /// The typed text. Shown options contain all its words.
    package var line = TypedLine() {
        didSet { if line.text != oldValue.text { narrow() } }
    }

    package var cursor = ListCursor()
    /// The options that match the typed text.
    package private(set) var shown: [Option]
    private let options: [Option]
    /// The value that is set now.
    private let current: String?
    /// The detail of an option made of the typed text; nil if only existing options can be chosen.
    package let wordsForNew: String?

    /// Puts the cursor on the option with this value.
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

    /// The row that a key chooses directly; nil if the key types a letter.
    package func row(of key: String) -> Int? {
        line.text.isEmpty ? shown.firstIndex { $0.key == key } : nil
    }

    /// Whether a letter keeps its usual meaning, such as q and j. It doesn't if an option begins with it or any name
    /// can be typed.
    package func isFree(_ letter: Character) -> Bool {
        line.text.isEmpty && wordsForNew == nil
            && !options.contains { $0.name.lowercased().hasPrefix(String(letter)) }
    }

    package func isCurrent(_ option: Option) -> Bool { option.value == current }

    package var selected: Option? { shown.indices.contains(cursor.row) ? shown[cursor.row] : nil }

    /// The text of an empty list.
    package var wordsForNothing: String {
        wordsForNew != nil && line.text.isEmpty ? "None yet. Type a name." : "No match."
    }

    /// The rows that the list needs when nothing is typed, with one for a new name.
    package var mostRows: Int { max(1, options.count + (wordsForNew == nil ? 0 : 1)) }

    /// The typed text as another option, if that is allowed.
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
        // The option that is the text is meant, and otherwise more likely one that begins with it.
        let typed = line.text.trimmingSpaces
        func rank(_ option: Option) -> Int {
            if option.name == typed { return 0 }
            return words.first.map { option.name.lowercased().hasPrefix($0) } ?? false ? 1 : 2
        }
        shown = (0...2).flatMap { place in fitting.filter { rank($0) == place } }
        // A single letter is rather a tag of its own than the same letter in capitals.
        let isOtherCase = typed.count == 1 && shown.first.map { $0.name.count == 1 && $0.name != typed } ?? false
        shown = isOtherCase ? new + shown : shown + new
        cursor.count = shown.count
        cursor.move(to: 0)
    }
}
