import TestSupport

extension Reader {
    /// Fetches the feed at the cursor for the first time, and opens it.
    func openFeed(fetching news: String, showing item: String) throws {
        try waitForScreen(showing: "Unread")
        try press("r")
        try waitForScreen(showing: news)
        try press(.enter)
        try waitForScreen(showing: item)
    }
}
