import FoundationEssentials
import ViewModels

/// The panes side by side, separated by thin rules. Each shows a place.
struct PanesView {
    let model: ReaderModel

    /// Tells the models of all panes how much room they have.
    func fit(to canvas: Canvas) {
        model.fitPanes(columns: canvas.columns)
        for slot in model.panes.arrangement.slots { model.view(of: slot.pane.place).fit(to: canvas.part(of: slot)) }
    }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date) {
        let slots = model.panes.arrangement.slots
        for slot in slots {
            draw(slot.pane, on: canvas.part(of: slot), in: theme, at: now)
            if slot != slots.last { canvas.drawRule(column: slot.end, style: theme.hint) }
            drawScrollBar(of: slot, on: canvas.borderedPart(of: slot), in: theme)
        }
    }

    private func drawScrollBar(of slot: PaneArrangement.Slot, on canvas: Canvas, in theme: Theme) {
        model.view(of: slot.pane.place).scrollBar(on: canvas)?.draw(style: theme.hint)
    }

    /// Draws only the rows that the cursors left and reached.
    func drawCursors(_ stale: Stale, since painted: PaneCursors, on canvas: Canvas, in theme: Theme, at now: Date) {
        let slots = model.panes.arrangement.slots
        for slot in slots {
            let view = model.view(of: slot.pane.place)
            guard !view.cursorPart.isDisjoint(with: stale) else { continue }
            let rows = view.rowsChanged(since: painted)
            draw(slot.pane, on: canvas.part(of: slot).emptied(rows: rows), in: theme, at: now)
            // Only scrolling moves the thumb, but the last pane's is in its own column, which was emptied.
            if rows == nil, slot != slots.last { canvas.drawRule(column: slot.end, style: theme.hint) }
            drawScrollBar(of: slot, on: canvas.borderedPart(of: slot), in: theme)
        }
    }

    private func draw(_ pane: Pane, on canvas: Canvas, in theme: Theme, at now: Date) {
        // A list of choices has the keys and the bar instead.
        let isFocused = pane == model.focus && model.choice == nil
        model.view(of: pane.place).draw(on: canvas, in: theme, at: now, isFocused: isFocused)
    }
}
