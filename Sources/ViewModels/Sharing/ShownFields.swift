import Configuration
import FoundationEssentials
import Library
import Typesetting

/// What a program is told of what is shown: of the feed, and of the item where there is one. All of it is clean, and URLs
/// are safe for a shell (`SafeAddress`).
package struct ShownFields: Equatable, Sendable {
    package private(set) var url = ""
    private var title = ""
    private var author = ""
    private var date = ""
    private var feedTitle = ""
    private var feedURL = ""

    /// Nothing but an address.
    package init(url: String) {
        self.url = SafeAddress.of(url)
    }

    /// An item without a link has no address: its feed's site is something else.
    init(feed: Feed?, site: String?, item: Item?) {
        url = Self.webAddress(item == nil ? site : item?.link)
        title = CleanText.line(item?.title ?? feed?.name ?? "")
        author = CleanText.line(item?.author ?? "")
        date = item?.date.formatted(.iso8601) ?? ""
        feedTitle = CleanText.line(feed?.name ?? "")
        let feedURL = CleanText.line(feed?.shownURL ?? "")
        self.feedURL = Address(feedURL) == nil ? feedURL : SafeAddress.of(feedURL)
    }

    /// The same, told of something that leads elsewhere, such as a link in the article.
    package func leading(to link: String) -> ShownFields {
        var fields = self
        fields.url = Self.webAddress(link)
        return fields
    }

    /// Whether there is an address.
    var hasAddress: Bool { !url.isEmpty }

    private static func webAddress(_ link: String?) -> String {
        guard let address = Address(link ?? ""), address.isOnTheWeb else { return "" }
        return SafeAddress.of(address.url)
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
        default: nil
        }
    }

    /// The same for the environment of a program.
    package var variables: [String: String] {
        var variables: [String: String] = [:]
        for (letter, name) in Self.variableNames { variables[name] = value(for: letter) }
        return variables
    }

    /// What programs find in their environment, by the letter that stands for the same in their arguments.
    package static let variableNames: [Character: String] = [
        "u": "LEDE_URL", "t": "LEDE_TITLE", "a": "LEDE_AUTHOR", "d": "LEDE_DATE", "T": "LEDE_FEED_TITLE",
        "F": "LEDE_FEED_URL"
    ]
}
