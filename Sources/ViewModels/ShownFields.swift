import Configuration
import FoundationEssentials
import Library
import Typesetting

/// What a program is told of what is shown: of the feed, and of the item where there is one. All of it is clean.
package struct ShownFields: Equatable, Sendable {
    private var url = ""
    private var title = ""
    private var author = ""
    private var date = ""
    private var feedTitle = ""
    private var feedURL = ""

    /// Nothing but an address.
    package init(url: String) {
        self.url = url
    }

    init(feed: Feed?, item: Item?) {
        let address = Address(item?.link ?? feed?.site ?? "")
        url = address?.isOnTheWeb == true ? address?.url ?? "" : ""
        title = CleanText.line(item?.title ?? feed?.name ?? "")
        author = CleanText.line(item?.author ?? "")
        date = item?.date.formatted(.iso8601) ?? ""
        feedTitle = CleanText.line(feed?.name ?? "")
        feedURL = CleanText.line(feed?.url ?? "")
    }

    /// What stands for a letter behind a percent sign, as newsboat has them; nil for one that means nothing.
    package func value(for letter: Character) -> String? {
        switch letter {
        case "u": url
        case "t": title
        case "F": feedURL
        case "T": feedTitle
        case "a": author
        case "d": date
        case "%": "%"
        default: nil
        }
    }

    /// The same for the environment of a program.
    package var variables: [String: String] {
        [
            "LEDE_URL": url, "LEDE_TITLE": title, "LEDE_AUTHOR": author, "LEDE_DATE": date,
            "LEDE_FEED_TITLE": feedTitle, "LEDE_FEED_URL": feedURL
        ]
    }
}
