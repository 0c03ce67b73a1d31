/// Where the user is. The names in the config file are newsboat's for the contexts that newsboat has.
package enum Place: String, CaseIterable, Sendable {
    /// The welcome screen of a first run, without a urls file.
    case welcome
    case feeds = "feedlist"
    case items = "articlelist"
    case article
    /// One picture of an article.
    case picture
    /// The links of an article.
    case links = "urlview"
    case failures
    /// The details of a feed.
    case information
    case help
    /// The undo history.
    case history
}
