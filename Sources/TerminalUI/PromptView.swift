import Terminal
import Typesetting
import ViewModels

/// The line that is being typed, at the foot of the screen, and above it what there is to say of it.
struct PromptView {
    let prompt: Prompt
    let theme: Theme

    /// Draws the line with its text scrolled so that the cursor is in view.
    func draw(on canvas: Canvas) {
        let label = prompt.purpose.label
        let end = canvas.write(label, row: 0, column: 1, style: theme.name, limit: canvas.columns / 2)
        let start = end + (label.hasSuffix(" ") ? 1 : 0)
        let room = max(1, canvas.columns - start - 1)
        var shown = prompt.text.prefix(prompt.cursor)
        while String(shown).cellWidth > room { shown.removeFirst() }
        let cursor = start + String(shown).cellWidth
        let rest = prompt.text.dropFirst(prompt.cursor).prefix(canvas.columns)
        canvas.write(typed: String(shown), row: 0, column: start)
        canvas.write(typed: String(rest), row: 0, column: cursor)
        canvas.placeCursor(row: 0, column: min(cursor, canvas.columns - 1))
    }

    /// Draws what is wrong with the line, or what could stand in it, into the row right above.
    func drawHint(atFootOf content: Canvas) {
        let row = content.rows - 1
        if let problem = prompt.problem {
            Message(problem, style: theme.problem, columns: content.columns).draw(atFootOf: content)
        } else if let completion = prompt.completion {
            content.fill(row: row, style: .plain)
            draw(completion, on: content, row: row)
        } else if let remark = prompt.remark {
            Message(remark, style: theme.hint, columns: content.columns).draw(atFootOf: content)
        }
    }

    /// The choices from one on with which that which was taken last is in view.
    private func draw(_ completion: Completion, on canvas: Canvas, row: Int) {
        let taken = completion.taken ?? 0
        var first = taken
        var width = completion.choices[taken].cellWidth
        while first > 0, width + completion.choices[first - 1].cellWidth + 2 < canvas.columns - 2 {
            first -= 1
            width += completion.choices[first].cellWidth + 2
        }
        var column = 1
        for (index, choice) in completion.choices.enumerated().dropFirst(first) {
            // What has no room for a letter shows all the same that there is more.
            if column >= canvas.columns {
                canvas.write("…", row: row, column: canvas.columns - 1, style: theme.hint)
                break
            }
            let style = index == completion.taken ? theme.cursor : theme.hint
            column = canvas.write(choice, row: row, column: column, style: style) + 2
        }
    }
}
