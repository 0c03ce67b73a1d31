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
    package private(set) var completion: Completion?
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
}

extension Prompt {
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
    mutating func complete(backward: Bool = false, _ found: () -> Completion) {
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
