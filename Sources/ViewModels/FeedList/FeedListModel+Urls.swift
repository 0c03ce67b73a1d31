import Configuration
import Subscriptions

extension FeedListModel {
    /// Updates what only the urls file knows.
    func follow(_ urls: UrlsList) {
        hiddenQueries = urls.hiddenQueries
        queryTags = urls.queryTags
        firstTags = urls.firstTags
        if paused != urls.pausedFeeds { paused = urls.pausedFeeds }
    }
}
