/// Where the person is. In the config file places are called what newsboat calls them, where they are the same.
package enum Place: String, CaseIterable, Sendable {
    /// The offer of a first run, when there is no urls file.
    case welcome
    case feeds = "feedlist"
    case items = "articlelist"
    case article
    /// The links of an article.
    case links = "urlview"
    case failures
    /// What is known of a feed.
    case information
    case help
    /// What was done, and can be undone.
    case history
}
