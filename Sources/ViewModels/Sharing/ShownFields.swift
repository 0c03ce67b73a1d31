import Configuration
import FoundationEssentials
import Library
import Typesetting

/// The data of the current feed and item that programs get. All of it is clean, and URLs are safe for a shell
/// (`SafeAddress`).
package struct ShownFields: Equatable, Sendable {
    package private(set) var url = ""
    private var title = ""
    private var author = ""
    private var date = ""
    private var feedTitle = ""
    private var feedURL = ""

    /// Only a URL.
    package init(url: String) {
        self.url = SafeAddress.of(url)
    }

    /// For an item without a link, the URL is empty: its feed's site isn't the item.
    init(feed: Feed?, site: String?, item: Item?) {
        url = Self.webAddress(item == nil ? site : item?.link)
        title = CleanText.line(item?.title ?? feed?.name ?? "")
        author = CleanText.line(item?.author ?? "")
        date = item?.date.formatted(.iso8601) ?? ""
        feedTitle = CleanText.line(feed?.name ?? "")
        let feedURL = CleanText.line(feed?.shownURL ?? "")
        self.feedURL = Address(feedURL) == nil ? feedURL : SafeAddress.of(feedURL)
    }

    /// The same data with another URL, such as that of a link in the article.
    package func leading(to link: String) -> ShownFields {
        var fields = self
        fields.url = Self.webAddress(link)
        return fields
    }

    /// Whether there is a URL.
    var hasAddress: Bool { !url.isEmpty }

    private static func webAddress(_ link: String?) -> String {
        guard let address = Address(link ?? ""), address.isOnTheWeb else { return "" }
        return SafeAddress.of(address.url)
    }

    /// The value of newsboat's placeholder with this letter; nil if there is no such placeholder.
    package func value(for letter: Character) -> String? {
        switch letter {
        case "u": url
        case "t": title
        case "F": feedURL
        case "T": feedTitle
        case "a": author
        case "d": date
        default: nil
        }
    }

    /// The data as environment variables.
    package var variables: [String: String] {
        var variables: [String: String] = [:]
        for (letter, name) in Self.variableNames { variables[name] = value(for: letter) }
        return variables
    }

    /// The names of environment variables, by the letters of the placeholders with the same values.
    package static let variableNames: [Character: String] = [
        "u": "LEDE_URL", "t": "LEDE_TITLE", "a": "LEDE_AUTHOR", "d": "LEDE_DATE", "T": "LEDE_FEED_TITLE",
        "F": "LEDE_FEED_URL"
    ]
}
