/// How the screen is divided: the title on top, the status line at the bottom, and the content between them.
struct Layout {
    let title: Canvas?
    let content: Canvas
    let status: Canvas?

    /// A screen with few rows has the content first, then the status line, then the title.
    init(_ canvas: Canvas) {
        let hasTitle = canvas.rows >= 3
        let hasStatus = canvas.rows >= 2
        title = hasTitle ? canvas.part(row: 0, rows: 1) : nil
        status = hasStatus ? canvas.part(row: canvas.rows - 1, rows: 1) : nil
        content = canvas.part(row: hasTitle ? 1 : 0, rows: canvas.rows - (hasTitle ? 1 : 0) - (hasStatus ? 1 : 0))
    }
}
