/// The panes on the screen and their widths: three on a wide screen, two on a medium one, otherwise only the focused
/// one. A rule separates them. Without an article, the list of items has its room.
package struct PaneArrangement: Equatable, Sendable {
    package struct Slot: Equatable, Sendable {
        package let pane: Pane
        /// The pane's first column on the screen.
        package let start: Int
        package let columns: Int

        package var end: Int { start + columns }
    }

    package let slots: [Slot]

    static let enoughForTwo = 100
    fileprivate static let enoughForThree = 140
    private static let narrowest = 16

    package init(
        columns: Int, focus: Pane, isZoomed: Bool = false, widths: PaneWidths = PaneWidths(), hasArticle: Bool = true
    ) {
        let panes: [Pane] =
            if isZoomed || columns < Self.enoughForTwo {
                [focus]
            } else if columns < Self.enoughForThree {
                focus == .article ? [.items, .article] : [.feeds, .items]
            } else {
                hasArticle ? Pane.allCases : [.feeds, .items]
            }
        var slots: [Slot] = []
        var start = 0
        for (index, pane) in panes.enumerated() {
            let panesAfter = panes.count - index - 1
            let most = columns - start - panesAfter * (Self.narrowest + 1)
            let wanted = panesAfter == 0 ? most : widths.columns(of: pane, on: columns)
            let width = max(min(wanted, most), min(Self.narrowest, most))
            slots.append(Slot(pane: pane, start: start, columns: width))
            start += width + 1
        }
        self.slots = slots
    }

    package func shows(_ pane: Pane) -> Bool { slots.contains { $0.pane == pane } }

    /// The pane in this column; nil on a rule.
    package func slot(at column: Int) -> Slot? { slots.first { ($0.start..<$0.end).contains(column) } }

    /// The pane whose right border is in this column.
    package func slot(endingAt column: Int) -> Slot? { slots.dropLast().first { $0.end == column } }
}

/// The widths that the user has set, in columns; nil for widths that depend on the screen.
package struct PaneWidths: Equatable, Sendable {
    package var feeds: Int?
    package var items: Int?

    package init(feeds: Int? = nil, items: Int? = nil) {
        self.feeds = feeds
        self.items = items
    }

    /// Depends on the screen, not on the panes beside it, so that opening an article doesn't move the feeds' border.
    fileprivate func columns(of pane: Pane, on columns: Int) -> Int {
        let isMedium = columns < PaneArrangement.enoughForThree
        return switch pane {
        case .feeds: feeds ?? max(24, min(columns * (isMedium ? 30 : 22) / 100, 44))
        case .items: items ?? max(40, columns * (isMedium ? 40 : 33) / 100)
        case .article: columns
        }
    }

    mutating func set(_ pane: Pane, to columns: Int) {
        switch pane {
        case .feeds: feeds = columns
        case .items: items = columns
        case .article: break
        }
    }
}
