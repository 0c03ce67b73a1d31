/// A line that the person is asked for at the foot of the screen.
package struct Prompt: Equatable, Sendable {
    /// What it is asked for by.
    package let label: String
    package var line: TypedLine {
        didSet {
            guard line != oldValue else { return }
            completion = nil
            if line.text != oldValue.text { (problem, remark, recall) = (nil, nil, nil) }
            if line.isCut { problem = Self.tooLong }
        }
    }

    /// What is wrong with what was typed, until it is changed.
    package internal(set) var problem: String?
    /// What is to be said of the line while it is typed, which nobody has asked for yet.
    package internal(set) var remark: String?
    /// What could stand before the cursor, where somebody asked.
    package private(set) var completion: Completion?
    private var recall: Recall?

    /// Where in the history the person is, and what they had typed before they went there.
    private struct Recall: Equatable {
        let typed: String
        var place: Int
    }

    /// What is known of a line that was cut, which nobody has typed so.
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
    /// Goes through what was typed before and begins like what is typed now, the latest last.
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

    /// Adds what all have in common that could stand here; where that is nothing, they are shown, and taken one by one,
    /// or `backward`.
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
