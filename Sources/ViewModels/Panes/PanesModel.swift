import Signals

/// How the screen is divided among the panes.
@MainActor package final class PanesModel {
    @Published package internal(set) var arrangement = PaneArrangement(columns: 80, focus: .feeds)
    /// Whether the focused pane has the whole screen.
    package private(set) var isZoomed = false
    package private(set) var widths = PaneWidths()
    private var columns = 80
    private var focus = Pane.feeds
    private var hasArticle = false

    /// Sets the width of the screen, the focused pane, and whether there is an article to show.
    package func fit(columns: Int, focus: Pane, hasArticle: Bool) {
        (self.columns, self.focus, self.hasArticle) = (columns, focus, hasArticle)
        arrange()
    }

    /// Whether the screen is wide enough for several panes.
    var isDivisible: Bool { PaneArrangement(columns: columns, focus: focus).slots.count > 1 }

    package func toggleZoom() {
        isZoomed.toggle()
        arrange()
    }

    /// Sets the width of a pane, as far as the other panes leave room.
    package func setWidth(of pane: Pane, to columns: Int) {
        guard arrangement.slots.count > 1 else { return }
        widths.set(pane, to: max(1, columns))
        arrange()
        // Keeps the width that was possible, so that the next change starts from what is visible.
        if let slot = arrangement.slots.first(where: { $0.pane == pane }) { widths.set(pane, to: slot.columns) }
    }

    /// Moves the right border of the focused pane, or the left one of the last pane.
    func widen(by change: Int) {
        let slots = arrangement.slots
        guard slots.count > 1, let index = slots.firstIndex(where: { $0.pane == focus }) else { return }
        let isLast = index == slots.count - 1
        let slot = slots[isLast ? index - 1 : index]
        setWidth(of: slot.pane, to: slot.columns + (isLast ? -change : change))
    }

    func restore(_ widths: PaneWidths, isZoomed: Bool) {
        (self.widths, self.isZoomed) = (widths, isZoomed)
        arrange()
    }

    private func arrange() {
        let arrangement = PaneArrangement(
            columns: columns, focus: focus, isZoomed: isZoomed, widths: widths, hasArticle: hasArticle)
        if arrangement != self.arrangement { self.arrangement = arrangement }
    }
}
