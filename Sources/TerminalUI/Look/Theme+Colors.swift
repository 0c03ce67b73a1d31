import Terminal

extension Theme {
    /// The theme on a terminal of so many colours: where it has none of those that the cursor is known by, that is known by what
    /// every terminal can show.
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
    /// Whether it has no colours, or one that is shown, or more than a weight, which rows have too.
    fileprivate func isSeen(inColors count: Int) -> Bool {
        let colors = [foreground, background].compactMap(\.self)
        return colors.isEmpty || colors.contains { $0.isShown(inColors: count) }
            || !attributes.isDisjoint(with: [.reverse, .underline])
    }
}

extension TerminalColor {
    /// Whether a terminal of so many colours has this one, and no other in its place.
    fileprivate func isShown(inColors count: Int) -> Bool {
        switch self {
        case .palette(let number): Int(number) < count
        case .rgb: count >= 256
        }
    }
}
