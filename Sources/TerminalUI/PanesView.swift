import FoundationEssentials
import Signals
import ViewModels

/// The panes side by side, with a thin rule between them.
struct PanesView {
    let model: ReaderModel
    let theme: Theme
    let now: Date

    func draw(on canvas: Canvas) {
        model.fitPanes(columns: canvas.columns)
        let slots = model.panes.arrangement.slots
        for slot in slots {
            draw(slot.pane, on: canvas.part(of: slot))
            if slot != slots.last { canvas.drawRule(column: slot.end, style: theme.hint) }
        }
    }

    /// Draws the rows of the lists in which no more has changed than where the cursors are.
    func drawCursors(_ stale: Stale, since painted: PaneCursors, on canvas: Canvas) {
        let cursors = PaneCursors(model)
        for slot in model.panes.arrangement.slots {
            let canvas = canvas.part(of: slot)
            switch slot.pane {
            case .feeds where stale.contains(.feedCursor):
                draw(.feeds, on: canvas.emptied(rows: cursors.feeds.rowsChanged(since: painted.feeds)))
            case .items where stale.contains(.itemCursor):
                // Between the cursor and where selecting began all rows may change.
                let rows = model.items.isSelecting ? nil : cursors.items.rowsChanged(since: painted.items)
                draw(.items, on: canvas.emptied(rows: rows))
            case .feeds, .items, .article: break
            }
        }
    }

    private func draw(_ pane: Pane, on canvas: Canvas) {
        // What is to be chosen has the keys, and the bar.
        let isFocused = pane == model.focus && model.choice == nil
        switch pane {
        case .feeds: FeedListView(model: model, theme: theme, now: now, isFocused: isFocused).draw(on: canvas)
        case .items: ItemListView(model: model, theme: theme, now: now, isFocused: isFocused).draw(on: canvas)
        case .article where model.openArticle == nil: break
        case .article: PagerView(pager: model.article, theme: theme, isFocused: isFocused).draw(on: canvas)
        }
    }
}
