/// How the screen is divided: a title on top, a status line at the foot, and what there is room for between them.
struct Layout {
    let title: Canvas?
    let content: Canvas
    let status: Canvas?

    /// On a screen of a few rows the content comes first, then the status, then the title.
    init(_ canvas: Canvas) {
        let hasTitle = canvas.rows >= 3
        let hasStatus = canvas.rows >= 2
        title = hasTitle ? canvas.part(row: 0, rows: 1) : nil
        status = hasStatus ? canvas.part(row: canvas.rows - 1, rows: 1) : nil
        content = canvas.part(row: hasTitle ? 1 : 0, rows: canvas.rows - (hasTitle ? 1 : 0) - (hasStatus ? 1 : 0))
    }
}
