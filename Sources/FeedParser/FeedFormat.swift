/// The format a feed is written in, under the name that `lede parse` prints.
package enum FeedFormat: String, Sendable {
    case rss091 = "rss0.91"
    case rss092 = "rss0.92"
    case rss093 = "rss0.93"
    case rss094 = "rss0.94"
    case rss20 = "rss2.0"
    /// RSS that gives no version, or one that nobody published.
    case rss = "rss"
    case atom10 = "atom1.0"
}
