extension UrlsList {
    /// The feeds that `older` doesn't have so, and that only the person may add: they run a command, read a file of this machine,
    /// log in, or trust somebody.
    package func feedsToTrust(comparedWith older: UrlsList) -> [String] {
        let known = older.feeds.filter(\.wantsTrust)
        return feeds.filter { feed in
            feed.wantsTrust && !known.contains { $0.url == feed.url && $0.options == feed.options }
        }.map(\.url)
    }
}

extension SubscriptionLine {
    fileprivate var wantsTrust: Bool { Address(url)?.isOnTheWeb != true || options?.wantsTrust == true }
}

extension FeedOptions {
    /// Whether it says more than how often a feed is fetched and how much of it is kept and shown.
    fileprivate var wantsTrust: Bool {
        var rest = self
        (rest.interval, rest.refreshes, rest.timeout, rest.userAgent) = (nil, nil, nil, nil)
        (rest.maxItems, rest.keepDays, rest.foldsCopies, rest.sort, rest.fullPage) = (nil, nil, nil, nil, nil)
        return rest != FeedOptions()
    }
}
