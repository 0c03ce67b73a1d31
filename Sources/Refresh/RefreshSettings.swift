package import HTTP
package import Library
import Pictures
package import URLs

/// The user's settings for refreshing, for all feeds and for single ones.
package struct RefreshSettings: Equatable, Sendable {
    /// The most feeds fetched at once, in all and from one host.
    package var transfers = 256
    package var transfersPerHost = 2
    /// The shortest and longest time between fetches of a feed.
    package var intervals = RefreshIntervals()
    /// The request options of feeds without their own.
    package var request: RequestOptions
    /// How long a feed's command or filter may take.
    package var commandTimeout = Duration.seconds(30)
    /// What is kept of feeds without their own limits.
    package var retention = Retention()
    /// By the feed's URL in the urls file.
    package var feeds: [String: FeedSettings] = [:]
    /// The commands and files that the user listed as feeds. A library may come from anywhere, so others in it aren't
    /// run or read. Nil if all are the user's own.
    package var ownSources: Set<String>?

    /// The hosts whose pages lede may fetch without being asked.
    package var pageHosts = HostList()
    /// After this time no further page of an article is fetched: slow ones must not keep others waiting for long.
    package var longestArticleTime = Duration.seconds(30)
    /// The hosts whose pictures lede may fetch without being asked for each.
    package var pictureHosts = HostList()
    /// The largest picture to keep, in bytes. Larger ones are fetched each time that they are shown.
    package var largestKeptPicture = PictureLimits.bytes
    /// How many articles of pages, and pictures, to keep; nil for all.
    package var cacheLimits: CacheLimits?
    package var downloads = DownloadSettings(folder: EpisodeFolder(""))
    /// The name for servers of pages and pictures; nil if it is the usual one.
    package var pageAgent: String?

    package init(userAgent: String) {
        request = RequestOptions(userAgent: userAgent, limits: Limits())
    }
}

/// The user's settings for one feed.
package struct FeedSettings: Equatable, Sendable {
    /// The feed's own request options, instead of those for all.
    package var request: RequestOptions?
    /// The login instead of the options', if a command prints the password.
    package var logIn: LogIn?
    /// The feed's own interval, instead of its hints.
    package var interval: Duration?
    /// What is kept of the feed, instead of the general limits.
    package var retention: Retention?
    /// Whether the feed is fetched only when the user names it.
    package var isPaused = false

    package init() {}
}

extension RefreshSettings {
    func allows(_ url: WebURL) -> Bool { url.host.map(pageHosts.allows) == true }

    /// The options for a page of an item, or of the rest of its article.
    func options(for page: PageToFetch, at url: String) -> RequestOptions {
        var options = options(forLinkOf: page.feedURL, to: url)
        options.limits = options.limits.limitedToPages
        return options
    }

    /// The options for what a feed's item links to or shows. What identifies the user, and what the user trusts, is only
    /// for the feed's own server; and only that may be in the user's own network.
    func options(forLinkOf feedURL: String, to url: String) -> RequestOptions {
        var options = feeds[feedURL]?.request ?? request
        let (feed, target) = (WebURL(feedURL), WebURL(url))
        if feed?.origin == nil || target?.origin != feed?.origin {
            options.userAgent = pageAgent ?? request.userAgent
            options.headers = []
            options.authentication = nil
            (options.netrcFile, options.cookieFile) = (nil, nil)
            (options.verifiesServer, options.authorityFile) = (true, request.authorityFile)
        } else if let pageAgent, options.userAgent == request.userAgent {
            options.userAgent = pageAgent
        }
        // Also checked at the connected address: a public name may lead to the inside later.
        options.staysOutside = target.map { !$0.isInside || !$0.mayBeReached(from: feedURL) } ?? true
        return options
    }
}

extension WebURL {
    /// Whether a feed's items may make lede ask this host: not in the user's own network, except at the origin that the user
    /// wrote for the feed. `feedURL` is empty if a feed server named the feed.
    package func mayBeReached(from feedURL: String) -> Bool {
        !isInside || origin != nil && origin == WebURL(FilterAddress(feedURL)?.address ?? feedURL[...])?.origin
    }

    /// Whether it leads to a host on the user's network.
    fileprivate var isInside: Bool { host.map { HostName($0).isLocal } ?? true }
}
