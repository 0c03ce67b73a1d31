import Terminal

/// How a row of a list looks, which depends on whether the cursor is on it.
struct RowStyle {
    let theme: Theme
    let isSelected: Bool
    /// Whether the list is where the person is.
    let isFocused: Bool

    /// Whether the row has the colours of its parts.
    var isPlain: Bool { !isSelected }

    func style(_ style: CellStyle) -> CellStyle {
        guard isSelected else { return style }
        guard isFocused else { return theme.cursorElsewhere.adding(style.attributes.subtracting(.dim)) }
        // One quiet bar, without colours or dimness of its parts.
        let bar = style == theme.unread ? theme.unreadCursor : theme.cursor
        return bar.adding(style.attributes.subtracting(.dim))
    }

    func fill(_ canvas: Canvas) {
        if isSelected { canvas.fill(row: 0, style: style(.plain)) }
    }
}

extension Theme {
    func row(isSelected: Bool, isFocused: Bool = true) -> RowStyle {
        RowStyle(theme: self, isSelected: isSelected, isFocused: isFocused)
    }
}
