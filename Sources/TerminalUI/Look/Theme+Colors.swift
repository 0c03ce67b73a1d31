import Terminal

extension Theme {
    /// The theme on a terminal with `count` colours. If the terminal can't show the cursor's colours, reverse video or
    /// an underline replaces them.
    func seen(inColors count: Int) -> Theme {
        var theme = self
        for cursor in [\Theme.cursor, \.unreadCursor] where !self[keyPath: cursor].isSeen(inColors: count) {
            theme[keyPath: cursor] = CellStyle(self[keyPath: cursor].attributes.union(.reverse))
        }
        if !cursorElsewhere.isSeen(inColors: count) {
            theme.cursorElsewhere = CellStyle(cursorElsewhere.attributes.union(.underline))
        }
        return theme
    }
}

extension CellStyle {
    /// Whether it stands out: without colours, with a colour that the terminal has, or in reverse video or underlined.
    /// Bold isn't enough, as other rows are bold, too.
    fileprivate func isSeen(inColors count: Int) -> Bool {
        let colors = [foreground, background].compactMap(\.self)
        return colors.isEmpty || colors.contains { $0.isShown(inColors: count) }
            || !attributes.isDisjoint(with: [.reverse, .underline])
    }
}

extension TerminalColor {
    /// Whether a terminal with `count` colours can show exactly this one.
    fileprivate func isShown(inColors count: Int) -> Bool {
        switch self {
        case .palette(let number): Int(number) < count
        case .rgb: count >= 256
        }
    }
}
