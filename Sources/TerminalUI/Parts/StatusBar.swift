import Signals
import Terminal
import Typesetting
import ViewModels

/// The bottom line: a message or the summary, and the keys that matter.
struct StatusBar {
    /// The width of the text, and the hints beside it. If both stay the same, the hints needn't be painted again.
    struct Parts: Equatable {
        var textWidth = 0
        var hints: [Hint] = []
    }

    private let model: ReaderModel
    private let hints: [Hint]
    private let theme: Theme
    private let shown: Status

    /// Shows `summary` if there is no message; otherwise appends `news` to the message.
    init(model: ReaderModel, summary: String, news: String?, columns: Int, hints: [Hint], theme: Theme) {
        (self.model, self.hints, self.theme) = (model, hints, theme)
        let message = model.status.map { Self.adding(news, to: $0, columns: columns) }
        shown = message ?? .done(model.count.map { "\($0)" } ?? Self.shortened(summary, columns: columns, hints.last))
    }

    /// The summary without its first part, the position, if it otherwise left no room for the last hint.
    private static func shortened(_ summary: String, columns: Int, _ hint: Hint?) -> String {
        guard let hint, let rest = summary.firstRange(of: " · "),
            1 + summary.cellWidth + Self.gap + hint.text.cellWidth + 1 >= columns
        else { return summary }
        return String(summary[rest.upperBound...])
    }

    /// The cells between the text and the hints.
    private static let gap = 2

    /// Appends the count of new items to a message if it fits on the line.
    private static func adding(_ news: String?, to message: Status, columns: Int) -> Status {
        guard let news, !message.isProblem else { return message }
        let text = "\(message.text) · \(news)"
        return Message.isLong(text, columns: columns) ? message : .done(text)
    }

    var parts: Parts { Parts(textWidth: shown.text.cellWidth, hints: hints) }

    private var isMessage: Bool { model.status != nil }

    private var style: CellStyle { shown.isProblem ? theme.problem.over(theme.status) : theme.status }

    /// Draws the line again. If its parts are those that were painted, draws only the text.
    func redraw(on canvas: Canvas, over painted: Parts, below content: Canvas) {
        guard parts == painted, !isMessage else { return draw(on: canvas.emptied(), below: content) }
        let part = canvas.part(column: 0, columns: painted.textWidth + 1).emptied()
        part.fillBackground(of: theme.status.over(theme.background))
        part.write(shown.text, row: 0, column: 1, style: style, limit: canvas.columns - 2)
    }

    /// Draws the line, and what it has no room for above it.
    func draw(on canvas: Canvas, below content: Canvas) {
        canvas.fillBackground(of: theme.status.over(theme.background))
        // A message is shown in full; the hints get the rest of the line.
        let text = isMessage ? beginning(canvas.columns, below: content) : shown.text
        let hintsStart = drawHints(on: canvas, after: min(text.cellWidth + 1, canvas.columns))
        canvas.write(text, row: 0, column: 1, style: style, limit: hintsStart - 3)
    }

    /// Draws the beginning of a long message above the line, and returns the end. At least half of the content stays
    /// visible.
    private func beginning(_ columns: Int, below content: Canvas) -> String {
        let rest = shown.kind == .failed ? " (\(model.key(.showFailures)))" : ""
        var rows = (content.rows + 1) / 2
        // The row that the next key acts on stays visible, too.
        if let row = model.rowInView { rows = min(rows, content.rows - row) }
        return Message(shown.text, style: style, columns: columns, mostRows: rows, rest: rest).drawBeginning(
            atFootOf: content)
    }

    /// Whether the message is longer than the line.
    static func coversContent(_ canvas: Canvas, _ model: ReaderModel) -> Bool {
        guard model.prompt == nil, let message = model.status else { return false }
        return Message.isLong(message.text, columns: canvas.columns)
    }

    /// Draws the hints that fit after a column, and returns where they begin. The last hint has priority, then the
    /// first ones.
    @discardableResult
    func drawHints(on canvas: Canvas, after statusEnd: Int) -> Int {
        var end = canvas.columns - 1
        guard let last = hints.last, end - last.text.cellWidth > statusEnd + 2 else { return end + 2 }
        var room = end - last.text.cellWidth - statusEnd - 2
        let shown = hints.dropLast().prefix { hint in
            room -= hint.text.cellWidth + 2
            return room > 0
        }
        for hint in [last] + shown.reversed() {
            end = canvas.write(hint.text, row: 0, endingAt: end, style: theme.statusHint) - 2
            canvas.write(hint.key, row: 0, column: end + 2, style: theme.statusKey)
        }
        return end + 2
    }
}
