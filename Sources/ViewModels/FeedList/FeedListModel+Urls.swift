import Configuration
import Subscriptions

extension FeedListModel {
    /// Takes from the urls file what the library doesn't know.
    func follow(_ urls: UrlsList) {
        hiddenQueries = urls.hiddenQueries
        queryTags = urls.queryTags
        firstTags = urls.firstTags
        if paused != urls.pausedFeeds { paused = urls.pausedFeeds }
    }
}
