import Terminal

/// How a row of a list looks, which depends on whether the cursor is on it.
struct RowStyle {
    let theme: Theme
    let isSelected: Bool
    /// Whether the list is where the person is.
    let isFocused: Bool
    /// What the row looks like by itself; what is behind that is behind all parts of the row.
    var base = CellStyle.plain

    /// Whether the row has the colours of its parts.
    var isPlain: Bool { !isSelected }

    func style(_ style: CellStyle) -> CellStyle {
        guard isSelected else { return style.over(base) }
        guard isFocused else { return theme.cursorElsewhere.adding(style.attributes.subtracting(.dim)) }
        // One quiet bar, without colours or dimness of its parts.
        let bar = style == theme.unread ? theme.unreadCursor : theme.cursor
        return bar.adding(style.attributes.subtracting(.dim))
    }

    func fill(_ canvas: Canvas) {
        if isSelected { canvas.fill(row: 0, style: style(.plain)) } else { canvas.fillBackground(of: base) }
    }
}

extension CellStyle {
    /// The style with what another has behind its text, where it has nothing there itself.
    func over(_ base: CellStyle) -> CellStyle {
        CellStyle(attributes, foreground: foreground, background: background ?? base.background)
    }
}

extension Theme {
    func row(isSelected: Bool, isFocused: Bool = true, base: CellStyle = .plain) -> RowStyle {
        RowStyle(theme: self, isSelected: isSelected, isFocused: isFocused, base: base.over(background))
    }
}
