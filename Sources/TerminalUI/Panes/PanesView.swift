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
            scrollBar(of: slot, on: canvas)?.draw(style: theme.hint)
        }
    }

    private func scrollBar(of slot: PaneArrangement.Slot, on canvas: Canvas) -> ScrollBar? {
        model.view(of: slot.pane.place).scrollBar(on: canvas.borderedPart(of: slot))
    }

    /// Draws only the rows that the cursors left and reached, and those that came into view.
    func drawCursors(_ stale: Stale, since painted: PaneCursors, on canvas: Canvas, in theme: Theme, at now: Date) {
        let slots = model.panes.arrangement.slots
        for slot in slots {
            let view = model.view(of: slot.pane.place)
            guard !view.cursorPart.isDisjoint(with: stale) else { continue }
            let (list, scrollBar) = (canvas.part(of: slot), scrollBar(of: slot, on: canvas))
            let movement = view.movement(since: painted)
            var parts = [movement?.rows ?? 0..<list.rows]
            if let movement, movement.scrolled != 0 {
                list.scroll(by: movement.scrolled)
                // The last pane's thumb is in its own column, and moved along.
                if let scrollBar, slot == slots.last {
                    parts.append(scrollBar.rowsWithOldThumb(afterScrolling: movement.scrolled))
                }
            }
            for rows in parts { draw(slot.pane, on: list.emptied(rows: rows), in: theme, at: now) }
            // Only scrolling moves the thumb, but the last pane's was erased with its row.
            if movement?.scrolled != 0, slot != slots.last { canvas.drawRule(column: slot.end, style: theme.hint) }
            scrollBar?.draw(style: theme.hint)
        }
    }

    private func draw(_ pane: Pane, on canvas: Canvas, in theme: Theme, at now: Date) {
        // A list of choices has the keys and the bar instead.
        let isFocused = pane == model.focus && model.choice == nil
        model.view(of: pane.place).draw(on: canvas, in: theme, at: now, isFocused: isFocused)
    }
}
