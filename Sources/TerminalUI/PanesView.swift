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
        let slots = model.panes.arrangement.value.slots
        for slot in slots {
            draw(slot.pane, on: canvas.part(column: slot.start, columns: slot.columns))
            if slot != slots.last { canvas.drawRule(column: slot.end, style: theme.hint) }
        }
    }

    private func draw(_ pane: Pane, on canvas: Canvas) {
        let isFocused = pane == model.focus
        switch pane {
        case .feeds: FeedListView(model: model, theme: theme, now: now, isFocused: isFocused).draw(on: canvas)
        case .items: ItemListView(model: model, theme: theme, now: now, isFocused: isFocused).draw(on: canvas)
        case .article where model.openArticle.value == nil: break
        case .article: PagerView(pager: model.article, theme: theme).draw(on: canvas)
        }
    }
}
