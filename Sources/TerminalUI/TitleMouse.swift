import Signals
import Terminal
import ViewModels

/// What the mouse does on the line on top: a press on what a list is called lets choose its order, and one on the feed of
/// an article lists that feed.
struct TitleMouse {
    let model: ReaderModel

    /// Takes what the mouse did on the canvas of the title, and says whether it was there.
    func take(_ event: MouseEvent, on canvas: Canvas) -> Bool {
        guard canvas.cell(of: event) != nil else { return false }
        guard event.deed == .press(.left), model.choice == nil else { return event.deed != .release }
        switch model.place {
        case .feeds, .items: model.perform(.sort)
        case .article: model.perform(.showFeedOfItem)
        case .welcome, .links, .failures, .information, .help: break
        }
        return true
    }
}
