package import Configuration
package import Library
import Typesetting

/// A notification about new items: one line of clean text.
package struct NewsNotice: Equatable {
    package let text: String

    /// The result of a refresh in the format of `notify-format`; nil if there is nothing to notify about.
    package init?(_ config: Config, new: Int, inFeeds feedsWithNews: Int, unread: Int, of feeds: [Feed]) {
        let format = config.text(.notifyFormat)
        guard !format.isEmpty, new > 0 || config.isOn(.notifyAlways) else { return nil }
        var text = ""
        var rest = format[...]
        while let character = rest.popFirst() {
            let letter = character == "%" ? rest.first : nil
            let value: String? =
                switch letter {
                case "d": "\(new)"
                case "D": "\(feedsWithNews)"
                case "n": "\(unread)"
                case "f": "\(feeds.count { $0.unread > 0 })"
                case "%": "%"
                default: nil
                }
            if value != nil { rest.removeFirst() }
            text += value ?? String(character)
        }
        self.text = CleanText.line(text)
    }

    /// New items for which a rule notifies the user; nil if there are none.
    package init?(_ articles: [Article]) {
        guard let first = articles.first else { return nil }
        let more = articles.count > 1 ? " and \(articles.count - 1) more" : ""
        text = CleanText.line("new: \(first.item.title)\(more)")
    }
}
