import Library
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
        let message = model.session.status.map { Self.adding(news, to: $0, columns: columns) }
        shown =
            message
            ?? .done(
                model.actions.counting.count.map { "\($0)" } ?? Self.shortened(summary, columns: columns, hints.last))
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
        return ScreenMessage.isLong(text, columns: columns) ? message : .done(text)
    }

    var parts: Parts { Parts(textWidth: shown.text.cellWidth, hints: hints) }

    private var isMessage: Bool { model.session.status != nil }

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
        let rest = shown.kind == .failed ? " (\(model.session.key(.showFailures)))" : ""
        var rows = (content.rows + 1) / 2
        // The row that the next key acts on stays visible, too.
        if let row = model.rowInView { rows = min(rows, content.rows - row) }
        return ScreenMessage(shown.text, style: style, columns: columns, mostRows: rows, rest: rest).drawBeginning(
            atFootOf: content)
    }

    /// Whether the message is longer than the line.
    static func coversContent(_ canvas: Canvas, _ model: ReaderModel) -> Bool {
        guard model.session.prompt == nil, let message = model.session.status else { return false }
        return ScreenMessage.isLong(message.text, columns: canvas.columns)
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

/// A message at the bottom of the screen, on several rows if the screen is narrow.
struct ScreenMessage {
    private let rows: [String]
    private let style: CellStyle

    /// More rows would hide what the message is about.
    private static let mostRows = 3

    /// A message that is cut ends with `rest`, which may say where to read all of it.
    init(_ text: String, style: CellStyle, columns: Int, mostRows: Int = .max, rest: String = "") {
        self.style = style
        let mostRows = max(1, min(mostRows, Self.mostRows))
        let text = CleanText.line(text)
        let whole = Self.lines(of: text, columns: columns)
        let lines = whole.count > mostRows && rest.isEmpty ? Self.lines(of: text.withoutHint, columns: columns) : whole
        var last = lines.count < mostRows ? "" : lines[(mostRows - 1)...].joined(separator: " ")
        if Self.isLong(last, columns: columns) {
            last = last.truncated(toCells: max(0, columns - 2 - rest.cellWidth)) + rest
        }
        rows = lines.prefix(mostRows - 1) + (last.isEmpty ? [] : [last])
    }

    /// Whether a text takes more than one row.
    static func isLong(_ text: String, columns: Int) -> Bool { text.cellWidth + 2 > columns }

    /// Draws all rows but the last at the bottom of a canvas, and returns the last.
    fileprivate func drawBeginning(atFootOf canvas: Canvas) -> String {
        let above = rows.dropLast().suffix(max(0, canvas.rows))
        for (index, row) in above.enumerated() { draw(row, row: canvas.rows - above.count + index, on: canvas) }
        return rows.last ?? ""
    }

    /// Draws all rows at the bottom of a canvas.
    func draw(atFootOf canvas: Canvas) {
        let last = drawBeginning(atFootOf: canvas.part(row: 0, rows: canvas.rows - 1))
        draw(last, row: canvas.rows - 1, on: canvas)
    }

    private func draw(_ text: String, row: Int, on canvas: Canvas) {
        canvas.fill(row: row, style: .plain)
        canvas.write(text, row: row, column: 1, style: style)
    }

    /// Writes a text at the top of a canvas, on as many rows as it needs.
    static func write(_ text: String, atTopOf canvas: Canvas, style: CellStyle) {
        for (row, line) in lines(of: text, columns: canvas.columns).enumerated() {
            canvas.write(line, row: row, column: 1, style: style)
        }
    }

    private static func lines(of text: String, columns: Int) -> [String] {
        guard isLong(text, columns: columns) else { return [text] }
        return Document(blocks: [.paragraph([.text(text)])]).lines(width: max(1, columns - 2)).map(\.text)
    }
}

extension String {
    /// “Marked 4 items read” of “Marked 4 items read (u to undo)”.
    fileprivate var withoutHint: String {
        guard hasSuffix(")"), let start = lastIndex(of: "("), self[..<start].last == " " else { return self }
        return String(self[..<start].dropLast())
    }
}

/// A key and its meaning, as the line at the bottom shows it.
struct Hint: Equatable {
    let key: String
    let meaning: String

    var text: String { "\(key) \(meaning)" }

    /// The hints while the user chooses from a list.
    static func of(_ choice: Choice) -> [Hint] {
        let typing = choice.wordsForNew.map { "to filter, or a \($0)" } ?? "to filter"
        return [
            Hint(key: "Enter", meaning: "choose"), Hint(key: "type", meaning: typing),
            Hint(key: "Esc", meaning: "cancel")
        ]
    }

    /// The hints while links have labels.
    static let ofLinks = [Hint(key: "type", meaning: "a link's label"), Hint(key: "Esc", meaning: "cancel")]
}

/// An operation, and what the line at the bottom calls it in a screen.
struct HintedOperation: Equatable {
    let operation: Operation
    let meaning: String

    init(_ operation: Operation, _ meaning: String) { (self.operation, self.meaning) = (operation, meaning) }
}

extension KeyMap {
    /// The hints for those operations that have keys in the screen.
    func hints(at hinted: [HintedOperation], in screen: Screen) -> [Hint] {
        hinted.compactMap { one in
            keyName(of: one.operation, in: screen).map { Hint(key: $0, meaning: one.meaning) }
        }
    }
}

/// The summary of a list of items in the line at the bottom.
struct ItemSummary {
    let model: ReaderModel

    var text: String {
        if model.items.isSelecting { return "\(model.items.selectionCount.map(String.init) ?? "…") selected" }
        return [position, news ?? feedOfUnnamedRow ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The number of new items that the list doesn't show yet: “12 new ↑”.
    var news: String? {
        let count = model.items.news
        guard count > 0, model.navigation.focus == .items || model.navigation.focus == .article,
            model.panes.arrangement.shows(.items)
        else { return nil }
        return "\(count) new \(model.items.hasNewsBelow ? "↓" : "↑")"
    }

    /// The feed of the item at the cursor, if the rows are too narrow to name their feeds.
    private var feedOfUnnamedRow: String? {
        let slots = model.panes.arrangement.slots
        guard let item = model.items.selected, model.items.feed == nil,
            let columns = slots.first(where: { $0.pane == .items })?.columns, columns >= Self.enoughForFeed,
            !ItemColumns.showFeeds(columns: columns)
        else { return nil }
        return model.feeds.name(of: item.feed).truncated(toCells: Self.longestFeed)
    }

    /// Only from this width on is there room beside the position.
    private static let (enoughForFeed, longestFeed) = (40, 20)

    private var position: String {
        let cursor = model.items.cursor
        if cursor.count == 0 { return "" }
        let row = model.items.loaded.isPlaced ? "\(model.items.loaded.offset + cursor.row + 1)" : "…"
        return String(row: row, of: model.items.loaded.total)
    }
}

extension String {
    /// Where a cursor is in a list: “row 5 of 8”, which nobody takes for the number of unread items.
    init(row: String, of count: Int) { self = "row \(row) of \(count)" }

    init(row: Int, of count: Int) { self.init(row: "\(row)", of: count) }
}
