import Signals

/// How the screen is divided among the panes.
@MainActor package final class PanesModel {
    @Published package internal(set) var arrangement = PaneArrangement(columns: 80, focus: .feeds)
    /// Whether the pane that the person is in has the whole screen.
    package private(set) var isZoomed = false
    package private(set) var widths = PaneWidths()
    private var columns = 80
    private var focus = Pane.feeds

    /// Takes the columns that the screen has, and where the person is.
    package func fit(columns: Int, focus: Pane) {
        (self.columns, self.focus) = (columns, focus)
        arrange()
    }

    /// Whether the screen is wide enough for several panes, of which one may have all of it.
    var isDivisible: Bool { PaneArrangement(columns: columns, focus: focus).slots.count > 1 }

    package func toggleZoom() {
        isZoomed.toggle()
        arrange()
    }

    /// Gives a pane that stands beside others so many columns, as far as these leave them.
    package func setWidth(of pane: Pane, to columns: Int) {
        guard arrangement.slots.count > 1 else { return }
        widths.set(pane, to: max(1, columns))
        arrange()
        // What there was no room for is forgotten, so that the next change begins at what is seen.
        if let slot = arrangement.slots.first(where: { $0.pane == pane }) { widths.set(pane, to: slot.columns) }
    }

    /// Moves the border of the pane that the person is in, or of the one before it where it is the last.
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
        let arrangement = PaneArrangement(columns: columns, focus: focus, isZoomed: isZoomed, widths: widths)
        if arrangement != self.arrangement { self.arrangement = arrangement }
    }
}
