import Library
import Signals
import Typesetting
import ViewModels

/// What the terminal's window is called: where the person is, and how much there is to read.
struct WindowTitle {
    let text: String

    /// More than any title bar shows.
    private static let longest = 200

    init(_ model: ReaderModel) {
        let unread = model.feeds.unread > 0 ? " (\(model.feeds.unread))" : ""
        let place: String? =
            switch model.place {
            case .items: model.items.source.value?.name
            case .article: model.openArticle.value?.item.displayTitle
            case .welcome, .feeds, .links, .failures, .information, .help: nil
            }
        let words = [place, "lede" + unread].compactMap(\.self).joined(separator: " – ")
        text = CleanText.line(words).truncated(toCells: Self.longest)
    }
}
