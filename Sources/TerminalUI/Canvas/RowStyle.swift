import Terminal

/// How a row of a list looks, which depends on whether the cursor is on it.
struct RowStyle {
    let theme: Theme
    let isSelected: Bool
    /// Whether the list is where the person is.
    let isFocused: Bool
    /// What the cursor's row looks like.
    private let bar: CellStyle
    /// What the row looks like by itself; what is behind that is behind all parts of the row.
    private let base: CellStyle

    init(_ theme: Theme, isSelected: Bool, isFocused: Bool, base: CellStyle) {
        (self.theme, self.isSelected, self.isFocused) = (theme, isSelected, isFocused)
        bar = base == theme.unread ? theme.unreadCursor : theme.cursor
        self.base = base.over(theme.background)
    }

    /// Whether the row has the colours of its parts.
    var isPlain: Bool { !isSelected }

    func style(_ style: CellStyle) -> CellStyle {
        guard isSelected else { return style.over(base) }
        guard isFocused else { return theme.cursorElsewhere.adding(style.attributes.subtracting(.dim)) }
        // One quiet bar, without colours or dimness of its parts, and with its weight where that is the text's.
        var bar = bar
        if style != theme.unread, !theme.cursor.attributes.contains(.bold) { bar.attributes.remove(.bold) }
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
        RowStyle(self, isSelected: isSelected, isFocused: isFocused, base: base)
    }
}
