/// The format of a feed, with the name that `lede parse` prints.
package enum FeedFormat: String, Sendable {
    case rss090 = "rss0.90"
    case rss091 = "rss0.91"
    case rss092 = "rss0.92"
    case rss093 = "rss0.93"
    case rss094 = "rss0.94"
    case rss10 = "rss1.0"
    case rss20 = "rss2.0"
    /// RSS without a version, or with an unpublished one.
    case rss = "rss"
    case atom03 = "atom0.3"
    case atom10 = "atom1.0"
    /// Atom of another draft, or without its namespace.
    case atom = "atom"
    case jsonFeed10 = "jsonfeed1.0"
    case jsonFeed11 = "jsonfeed1.1"
}
