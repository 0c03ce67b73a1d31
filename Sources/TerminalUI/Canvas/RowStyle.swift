import Terminal

/// How a list's row looks, which depends on the cursor.
struct RowStyle {
    let theme: Theme
    let isSelected: Bool
    /// Whether the list has the keyboard focus.
    let isFocused: Bool
    /// The style of the row with the cursor.
    private let bar: CellStyle
    /// The style of the other rows, whose background applies to all parts of the row.
    private let base: CellStyle

    init(_ theme: Theme, isSelected: Bool, isFocused: Bool, base: CellStyle) {
        (self.theme, self.isSelected, self.isFocused) = (theme, isSelected, isFocused)
        bar = base == theme.unread ? theme.unreadCursor : theme.cursor
        self.base = base.over(theme.background)
    }

    /// Whether the parts of the row have their own colours.
    var isPlain: Bool { !isSelected }

    func style(_ style: CellStyle) -> CellStyle {
        guard isSelected else { return style.over(base) }
        guard isFocused else { return theme.cursorElsewhere.adding(style.attributes.subtracting(.dim)) }
        // The bar is quiet: its parts have no colours and aren't dim. Only unread titles keep their weight.
        var bar = bar
        if style != theme.unread, !theme.cursor.attributes.contains(.bold) { bar.attributes.remove(.bold) }
        return bar.adding(style.attributes.subtracting(.dim))
    }

    func fill(_ canvas: Canvas) {
        if isSelected { canvas.fill(row: 0, style: style(.plain)) } else { canvas.fillBackground(of: base) }
    }
}

extension CellStyle {
    /// The style, with the background of `base` if it has none itself.
    func over(_ base: CellStyle) -> CellStyle {
        CellStyle(attributes, foreground: foreground, background: background ?? base.background)
    }
}

extension Theme {
    func row(isSelected: Bool, isFocused: Bool = true, base: CellStyle = .plain) -> RowStyle {
        RowStyle(self, isSelected: isSelected, isFocused: isFocused, base: base)
    }
}
