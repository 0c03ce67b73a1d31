import Configuration

/// A line that the user types at the bottom of the screen.
package struct Prompt: Equatable, Sendable {
    /// The words before the line.
    package let label: String
    package var line: TypedLine {
        didSet {
            guard line != oldValue else { return }
            completion = nil
            if line.text != oldValue.text { (problem, remark, recall) = (nil, nil, nil) }
            if line.isCut { problem = Self.tooLong }
        }
    }

    /// Why the line is invalid, until it is changed.
    package internal(set) var problem: String?
    /// A note on the line while the user types.
    package internal(set) var remark: String?
    /// The possible completions, if the user asked for them.
    package private(set) var completion: PromptCompletion?
    private var recall: Recall?

    /// The position in the history, and what the user had typed before going there.
    private struct Recall: Equatable {
        let typed: String
        var place: Int
    }

    /// The problem of a line that was cut, so that nobody takes it for what was typed.
    static let tooLong = "Too long: lede keeps only the first \(TypedLine.longest) bytes"

    init(label: String, text: String = "") {
        self.label = label
        line = TypedLine(text)
        if line.isCut { problem = Self.tooLong }
    }

    package var text: String { line.text }
    package var cursor: Int { line.cursor }

    /// Goes to an earlier or a later line of the history that begins with the typed text. The latest line comes last.
    mutating func recall(_ history: [String], earlier: Bool) {
        var recall = recall ?? Recall(typed: text, place: history.count)
        let fits = { (place: Int) in history[place].hasPrefix(recall.typed) && history[place] != text }
        let place =
            earlier
            ? history.indices.prefix(recall.place).last(where: fits)
            : history.indices.dropFirst(recall.place + 1).first(where: fits)
        if place == nil, earlier || recall.place == history.count { return }
        recall.place = place ?? history.count
        line = TypedLine(place.map { history[$0] } ?? recall.typed)
        self.recall = recall
    }

    /// Inserts what all completions have in common. After that, each call inserts the next one, or the previous one if
    /// `backward` is true.
    mutating func complete(backward: Bool = false, _ found: () -> PromptCompletion) {
        guard let shown = completion else {
            let found = found()
            guard let added = found.added else { return }
            line.replace(last: found.begun, with: added)
            completion = found.choices.count > 1 ? found.afterTaking(added) : nil
            return
        }
        let next = shown.next(backward: backward)
        line.replace(last: shown.begun, with: next.text)
        completion = next.completion
    }
}

/// A line of text that the user types, with its cursor.
package struct TypedLine: Equatable, Sendable {
    package private(set) var text = ""
    /// The number of characters before the cursor.
    package private(set) var cursor = 0
    /// Whether the last insertion was cut because it was too long.
    package private(set) var isCut = false

    /// In bytes. Longer than any URL or path, but not as long as an accidental paste of a megabyte.
    static let longest = 4096

    package init(_ text: String = "") {
        insert(text)
    }

    /// Inserts typed or pasted text, which becomes a single line.
    package mutating func insert(_ typed: String) {
        var room = Self.longest - text.utf8.count
        var piece = String.UnicodeScalarView()
        isCut = false
        for scalar in typed.unicodeScalars {
            room -= UTF8.width(scalar)
            if room < 0 {
                isCut = true
                break
            }
            piece.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        guard !piece.isEmpty else { return }
        // A typed accent forms one character with the letter before it.
        let head = String(text.prefix(cursor)) + String(piece)
        text = head + text.dropFirst(cursor)
        cursor = min(head.count, text.count)
    }
}

// Moving.
extension TypedLine {
    package mutating func move(by characters: Int) { cursor = max(0, min(cursor + characters, text.count)) }

    package mutating func moveToStart() { cursor = 0 }

    package mutating func moveToEnd() { cursor = text.count }

    package mutating func moveToPreviousWord() { cursor = previousWord }

    package mutating func moveToNextWord() { cursor = nextWord }

    /// Words consist of letters and digits, so that the parts of a URL or a path are words.
    private var previousWord: Int {
        let behind = text.prefix(cursor).reversed()
        let gap = behind.prefix { !$0.isPartOfWord }.count
        return cursor - gap - behind.dropFirst(gap).prefix(while: \.isPartOfWord).count
    }

    private var nextWord: Int {
        let ahead = text.dropFirst(cursor)
        let gap = ahead.prefix { !$0.isPartOfWord }.count
        return cursor + gap + ahead.dropFirst(gap).prefix(while: \.isPartOfWord).count
    }
}

// Deleting.
extension TypedLine {
    package mutating func deleteBackward() { remove(max(0, cursor - 1)..<cursor) }

    package mutating func deleteForward() { remove(cursor..<min(cursor + 1, text.count)) }

    package mutating func deleteToStart() { remove(0..<cursor) }

    package mutating func deleteToEnd() { remove(cursor..<text.count) }

    package mutating func deleteWordBackward() { remove(previousWord..<cursor) }

    package mutating func deleteWordForward() { remove(cursor..<nextWord) }

    /// Replaces the last `count` characters before the cursor.
    mutating func replace(last count: Int, with replacement: String) {
        remove(max(0, cursor - count)..<cursor)
        insert(replacement)
    }

    private mutating func remove(_ range: Range<Int>) {
        if !range.isEmpty { isCut = false }
        let head = String(text.prefix(range.lowerBound))
        text = head + text.dropFirst(range.upperBound)
        // Two characters may have become one.
        cursor = min(head.count, text.count)
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmingSpaces: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}

/// A question at the bottom of the screen, and what to do with the answer.
struct Question {
    let label: String
    /// The name of the history of answers; nil keeps none.
    var history: String?
    /// Whether the typed text shows rows that the mouse can choose.
    var findsRows = false
    /// Whether it searches the library. A search may use text that was cut.
    var isSearch = false
    /// Whether an empty answer is valid.
    var takesNothing = false
    /// If the row that the question is about has disappeared, says so and returns true.
    var tellsOfLostRow: @MainActor () -> Bool = { false }
    /// Returns the completions for the text before the cursor.
    var completion: @MainActor (String) -> PromptCompletion = { _ in .none }
    /// Called with the text while the user types.
    var follow: @MainActor (String) -> Void = { _ in }
    /// Undoes what `follow` has shown.
    var leave: @MainActor () -> Void = {}
    /// Accepts the answer, or throws why it is invalid.
    let submit: @MainActor (String) throws -> Void
}

// Asking and answering.
extension Session {
    func ask(_ question: Question, text: String = "", problem: String? = nil) {
        self.question = question
        var prompt = Prompt(label: question.label, text: text)
        if let problem { prompt.problem = problem }
        self.prompt = prompt
    }

    /// Edits the line of the prompt.
    package func edit(_ change: (inout TypedLine) -> Void) {
        guard var prompt else { return }
        change(&prompt.line)
        show(prompt)
    }

    /// Replaces the line by an earlier or a later one of the history.
    package func recall(earlier: Bool) {
        guard var prompt, let name = question?.history else { return }
        prompt.recall(histories.lines(of: name), earlier: earlier)
        show(prompt)
    }

    /// Completes the word at the cursor.
    package func complete(backward: Bool = false) {
        guard let asked = prompt, let question else { return }
        var prompt = asked
        prompt.complete(backward: backward) { question.completion(String(asked.text.prefix(asked.cursor))) }
        show(prompt)
    }

    /// Shows the changed line, and reacts to its text.
    private func show(_ prompt: Prompt) {
        let isEdited = prompt.text != self.prompt?.text
        self.prompt = prompt
        if isEdited { question?.follow(prompt.text) }
    }

    package func leavePrompt() {
        guard prompt != nil, let left = question else { return }
        (prompt, question) = (nil, nil)
        left.leave()
        request(.leaveSteps)
    }

    /// Submits the line, or shows its problem.
    package func submitPrompt() {
        // A line that was cut isn't what the user meant. Only a search can use it.
        guard var prompt, let asked = question, !prompt.line.isCut || asked.isSearch else { return }
        let text = prompt.text.trimmingSpaces
        // First, because the answer may lead to the next question.
        (self.prompt, question) = (nil, nil)
        if asked.tellsOfLostRow() { return }
        do {
            if !text.isEmpty || asked.takesNothing { try asked.submit(text) }
            if let name = asked.history { histories.add(text, to: name) }
        } catch {
            prompt.problem = "\(error)".asSentence
            (self.prompt, question) = (prompt, asked)
        }
    }

    /// Whether the typed text shows rows that the mouse can choose.
    package var isFindingRows: Bool { prompt?.text.isEmpty == false && question?.findsRows == true }
}

/// The lines typed at prompts, kept across restarts. Each kind of prompt has its own history.
@MainActor final class PromptHistories {
    /// How many lines each history keeps.
    var limit = 0

    private let folder: String
    private let files: RememberedFiles
    private var known: [String: [String]] = [:]

    init(folder: String, files: RememberedFiles) {
        self.folder = folder
        self.files = files
    }

    /// The lines of a history, the latest last.
    func lines(of name: String) -> [String] {
        if let lines = known[name] { return lines }
        let lines = limit > 0 ? file(name).read().suffix(limit) : []
        known[name] = Array(lines)
        return Array(lines)
    }

    func add(_ text: String, to name: String) {
        guard limit > 0, !text.isEmpty else { return }
        known[name] = HistoryFile.adding(text, to: lines(of: name), keeping: limit)
        let file = file(name)
        // If the history can't be written, only later runs miss it, which is no reason to report it.
        files.write { [limit] in try? file.add(text, keeping: limit) }
    }

    private func file(_ name: String) -> HistoryFile { HistoryFile(path: "\(folder)/history.\(name)") }
}

/// Why the text typed at a prompt is invalid.
struct PromptProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
