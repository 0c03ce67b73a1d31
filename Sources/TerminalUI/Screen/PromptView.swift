import Signals
import Terminal
import Typesetting
import URLs
import ViewModels

/// A prompt in the bottom line, with a hint above it.
struct PromptView {
    let prompt: Prompt
    let theme: Theme

    func draw(on canvas: Canvas) {
        TypedLineView(label: prompt.label, line: prompt.line, theme: theme).draw(on: canvas)
    }

    /// Draws the line's problem, or its possible completions, in the row above.
    func drawHint(atFootOf content: Canvas) {
        let row = content.rows - 1
        if let problem = prompt.problem {
            ScreenMessage(problem, style: theme.problem, columns: content.columns).draw(atFootOf: content)
        } else if let completion = prompt.completion {
            content.fill(row: row, style: .plain)
            draw(completion, on: content, row: row)
        } else if let remark = prompt.remark {
            ScreenMessage(remark, style: theme.hint, columns: content.columns).draw(atFootOf: content)
        }
    }

    /// Draws the choices so that the current one is in view.
    private func draw(_ completion: PromptCompletion, on canvas: Canvas, row: Int) {
        let taken = completion.taken ?? 0
        var first = taken
        var width = completion.choices[taken].cellWidth
        while first > 0, width + completion.choices[first - 1].cellWidth + 2 < canvas.columns - 2 {
            first -= 1
            width += completion.choices[first].cellWidth + 2
        }
        var column = 1
        for (index, choice) in completion.choices.enumerated().dropFirst(first) {
            // An ellipsis shows that there are more, even without room for another letter.
            if column >= canvas.columns {
                canvas.write("…", row: row, column: canvas.columns - 1, style: theme.hint)
                break
            }
            let style = index == completion.taken ? theme.cursor : theme.hint
            column = canvas.write(choice, row: row, column: column, style: style) + 2
        }
    }
}

/// A line that the user types, after its label.
private struct TypedLineView {
    let label: String
    let line: TypedLine
    let theme: Theme

    /// Draws the line, scrolled so that the cursor is in view. Returns the column after it.
    @discardableResult
    func draw(on canvas: Canvas) -> Int {
        // A long text gets some of the label's room.
        let limit = max(canvas.columns / 2, canvas.columns - line.text.cellWidth - 3)
        let end = canvas.write(label, row: 0, column: 1, style: theme.name, limit: limit)
        let start = end + (label.hasSuffix(" ") ? 1 : 0)
        let room = max(1, canvas.columns - start - 1)
        var shown = line.text.prefix(line.cursor)
        if String(shown).cellWidth > room {
            while String(shown).cellWidth >= room, !shown.isEmpty { shown.removeFirst() }
            shown = "…" + shown
        }
        let cursor = start + String(shown).cellWidth
        let rest = line.text.dropFirst(line.cursor).prefix(canvas.columns)
        canvas.write(typed: String(shown), row: 0, column: start)
        let textEnd = canvas.write(typed: String(rest), row: 0, column: cursor)
        canvas.placeCursor(row: 0, column: min(cursor, canvas.columns - 1))
        return max(textEnd, cursor + 1)
    }
}

/// A list to choose from, at the bottom of its pane. The question stands in the line below it, with the typed filter.
struct ChoiceView {
    let choice: Choice
    let model: ReaderModel
    let theme: Theme

    /// A narrower list gets this width, which keeps the scroll bar near its words.
    private static let widest = 80

    /// Tells the list how many rows it has, before anything is drawn.
    static func fit(_ choice: Choice, in model: ReaderModel, to content: Canvas) {
        model.session.fitChoice(list(of: choice, in: model, on: content).rows)
    }

    /// Draws the list, and a rule above it.
    func draw(on content: Canvas) {
        let panel = Self.panel(of: choice, in: model, on: content).emptied()
        let list = Self.list(on: panel, of: choice)
        if panel.rows < content.rows { panel.drawRule(row: 0, style: theme.hint) }
        let cursor = choice.cursor
        list.drawRows(of: cursor) { index, isSelected, canvas in
            draw(choice.shown[index], as: theme.row(isSelected: isSelected), on: canvas)
        }
        if choice.shown.isEmpty {
            list.write(choice.wordsForNothing, row: 0, column: Self.startOfNames, style: theme.hint)
        }
        let bordered = Self.borderedPanel(of: choice, in: model, on: content)
        // Hides the thumb of the list below.
        if bordered.columns > panel.columns { bordered.drawRule(column: panel.columns, style: theme.hint) }
        Self.scrollBar(of: choice, in: model, on: content)?.draw(style: theme.hint)
    }

    /// Draws the question and the typed text. Returns the column after it.
    func drawQuestion(on status: Canvas) -> Int {
        let label = choice.title.hasSuffix(" ") ? choice.title : choice.title + " "
        return TypedLineView(label: label, line: choice.line, theme: theme).draw(on: status)
    }

    static func scrollBar(of choice: Choice, in model: ReaderModel, on content: Canvas) -> ScrollBar? {
        ScrollBar(on: list(on: borderedPanel(of: choice, in: model, on: content), of: choice), of: choice.cursor)
    }

    /// The part of the content with the list's rows.
    static func list(of choice: Choice, in model: ReaderModel, on content: Canvas) -> Canvas {
        list(on: panel(of: choice, in: model, on: content), of: choice)
    }

    private static func list(on panel: Canvas, of choice: Choice) -> Canvas {
        let rows = min(panel.rows, choice.mostRows)
        return panel.part(row: panel.rows - rows, rows: rows).part(column: 0, columns: max(widest, columns(of: choice)))
    }

    /// The bottom rows of the focused pane, as many as the list needs. Options that are wider than the pane get the
    /// whole width of the screen.
    private static func panel(of choice: Choice, in model: ReaderModel, on content: Canvas) -> Canvas {
        let foot = foot(of: choice, on: content)
        return slot(of: choice, in: model).map(foot.part) ?? foot
    }

    /// The panel and its right border, if it has one.
    private static func borderedPanel(of choice: Choice, in model: ReaderModel, on content: Canvas) -> Canvas {
        let foot = foot(of: choice, on: content)
        return slot(of: choice, in: model).map(foot.borderedPart) ?? foot
    }

    private static func slot(of choice: Choice, in model: ReaderModel) -> PaneArrangement.Slot? {
        model.panes.arrangement.slots.first { $0.pane == model.screen.pane && $0.columns >= columns(of: choice) }
    }

    private static func foot(of choice: Choice, on content: Canvas) -> Canvas {
        let rows = min(choice.mostRows + 1, content.rows)
        return content.part(row: content.rows - rows, rows: rows)
    }

    /// The columns needed to show all options in full.
    private static func columns(of choice: Choice) -> Int {
        startOfNames + choice.nameWidth + (choice.detailWidth == 0 ? 0 : gap + choice.detailWidth) + margin
    }

    private func draw(_ option: Choice.Option, as row: RowStyle, on canvas: Canvas) {
        row.fill(canvas)
        if choice.isCurrent(option) { canvas.write("•", row: 0, column: 1, style: row.style(theme.mark)) }
        // Details stand right after the names, where the user looks. A typed option may be longer than the names.
        let nameWidth = max(choice.nameWidth, option.name.cellWidth)
        let detailWidth = max(choice.detailWidth, option.detail.cellWidth)
        let end = canvas.columns - Self.margin
        guard !option.detail.isEmpty else {
            return write(option.name, as: row, endingAt: end, on: canvas)
        }
        // Half of the room is kept for names, as the user chooses by them.
        let room = end - Self.startOfNames
        let detail = option.detail.shortenedAddress(toCells: max(room - nameWidth - Self.leastGap, room / 2))
        let detailEnd = min(Self.startOfNames + nameWidth + Self.gap + detailWidth, end)
        let start = canvas.write(detail, row: 0, endingAt: detailEnd, style: row.style(theme.hint))
        write(option.name, as: row, endingAt: start - Self.leastGap, on: canvas)
    }

    private func write(_ name: String, as row: RowStyle, endingAt end: Int, on canvas: Canvas) {
        let room = end - Self.startOfNames
        // A feed without a title shows its URL.
        let name = AddressParts(name) == nil ? name : name.shortenedAddress(toCells: room)
        canvas.write(name, row: 0, column: Self.startOfNames, style: row.style(.plain), limit: room)
    }

    private static let (startOfNames, gap, leastGap, margin) = (3, 3, 2, 2)
}
