import Terminal

/// What each part of the screen looks like: weight and dimness first, one accent, in the terminal's own palette.
struct Theme {
    private static let accent: Int16 = 6
    private static let alarm: Int16 = 1

    let bar = CellStyle(.dim)
    let name = CellStyle(.bold, foreground: accent)
    let unread = CellStyle(.bold)
    let read = CellStyle(.dim)
    let mark = CellStyle(foreground: accent)
    let problem = CellStyle(foreground: alarm)
    let hint = CellStyle(.dim)
    let heading = CellStyle(.bold, foreground: accent)
    let code = CellStyle(foreground: accent)

    /// A style on the row that the cursor is on: one quiet bar, without colours or dimness of its parts.
    func selected(_ style: CellStyle, if isSelected: Bool) -> CellStyle {
        isSelected ? CellStyle(style.attributes.subtracting(.dim).union(.reverse)) : style
    }
}
