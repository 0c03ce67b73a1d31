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

/// The possible completions of the word before the cursor.
package struct PromptCompletion: Equatable, Sendable {
    package let choices: [String]
    /// The index of the choice that was inserted last.
    package private(set) var taken: Int?
    /// The number of characters before the cursor that a choice replaces.
    private(set) var begun: Int
    /// Follows a complete choice, unless that can continue.
    private let end: String

    /// Finds the texts that begin with `begun`, ignoring case. A text that ends in `/`, `=` or `:` can continue.
    init(of begun: some StringProtocol, among texts: [String], end: String = " ") {
        let lowercased = begun.lowercased()
        self.begun = begun.count
        self.end = end
        var known: Set<String> = []
        choices = texts.filter { $0.lowercased().hasPrefix(lowercased) && known.insert($0).inserted }.sorted()
    }

    static let none = PromptCompletion(of: "", among: [])

    /// The text to insert: the only choice, or what all choices begin with; nil if there is no choice.
    var added: String? {
        guard let first = choices.first else { return nil }
        if choices.count == 1 { return ended(first) }
        let common = choices.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        return common.count >= begun ? common : nil
    }

    /// The same choices after `text` was inserted.
    fileprivate func afterTaking(_ text: String) -> PromptCompletion {
        var completion = self
        completion.begun = text.count
        return completion
    }

    /// The next or the previous choice; starts over at the end.
    func next(backward: Bool) -> (text: String, completion: PromptCompletion) {
        var completion = self
        let step = backward ? choices.count - 1 : 1
        let place = taken.map { ($0 + step) % choices.count } ?? (backward ? choices.count - 1 : 0)
        completion.taken = place
        completion.begun = choices[place].count
        return (choices[place], completion)
    }

    private func ended(_ text: String) -> String { text.last.map { "/=:".contains($0) } == true ? text : text + end }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}

extension Paths {
    /// The files and folders that complete a path.
    func completion(of path: String) -> PromptCompletion {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        let folder = path == name ? "." : expandingHome(String(path.dropLast(name.count)))
        let names = FolderListing(folder).names.filter { name.hasPrefix(".") || !$0.hasPrefix(".") }
        return PromptCompletion(of: name, among: names, end: "")
    }
}
