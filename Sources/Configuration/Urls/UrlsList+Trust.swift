extension UrlsList {
    /// Returns the feeds and accounts that are new or changed since `older` and that only the user may add: they run a
    /// command, read a local file, log in, or trust somebody.
    package func feedsToTrust(comparedWith older: UrlsList) -> [String] {
        let known = older.feeds.filter(\.wantsTrust)
        let newFeeds = feeds.filter { feed in
            feed.wantsTrust && !known.contains { $0.url == feed.url && $0.options == feed.options }
        }
        // A line that doesn't count now counts as soon as the other one is removed.
        let knownAccounts = older.accounts + older.repeatedAccounts
        let newAccounts = (accounts + repeatedAccounts).filter { account in
            !knownAccounts.contains { $0.name == account.name && $0.options == account.options }
        }
        return newFeeds.map(\.url) + newAccounts.map(\.name)
    }
}

extension SubscriptionLine {
    fileprivate var wantsTrust: Bool { Address(url)?.isOnTheWeb != true || options?.wantsTrust == true }
}

extension FeedOptions {
    /// Whether it sets anything beyond the harmless options below.
    fileprivate var wantsTrust: Bool {
        var rest = self
        (rest.interval, rest.refreshes, rest.timeout, rest.userAgent) = (nil, nil, nil, nil)
        (rest.maxItems, rest.keepDays, rest.foldsCopies, rest.sort) = (nil, nil, nil, nil)
        (rest.fullPage, rest.cacheWhen) = (nil, nil)
        return rest != FeedOptions()
    }
}
