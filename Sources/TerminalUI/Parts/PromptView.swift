import Terminal
import Typesetting
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
            Message(problem, style: theme.problem, columns: content.columns).draw(atFootOf: content)
        } else if let completion = prompt.completion {
            content.fill(row: row, style: .plain)
            draw(completion, on: content, row: row)
        } else if let remark = prompt.remark {
            Message(remark, style: theme.hint, columns: content.columns).draw(atFootOf: content)
        }
    }

    /// Draws the choices so that the current one is in view.
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
