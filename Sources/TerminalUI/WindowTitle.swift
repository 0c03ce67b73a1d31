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
            case .items: model.items.source?.name
            case .article: model.openArticle?.item.displayTitle
            case .links: model.openArticle.map { "Links of \($0.item.displayTitle)" }
            case .failures: "Failures"
            case .information: "About a feed"
            case .help: "Help"
            case .welcome, .feeds: nil
            }
        let words = [place, "lede" + unread].compactMap(\.self).joined(by: " – ")
        text = CleanText.line(words).truncated(toCells: Self.longest)
    }
}
