import Addresses
import HTTP
import Library

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
        let feed = WebURL(feedURL)
        if feed?.origin == nil || WebURL(url)?.origin != feed?.origin {
            options.userAgent = pageAgent ?? request.userAgent
            options.headers = []
            options.authentication = nil
            (options.netrcFile, options.cookieFile) = (nil, nil)
            (options.verifiesServer, options.authorityFile) = (true, request.authorityFile)
            options.staysOutside = !feedURL.isOfFeedInside
        } else if let pageAgent, options.userAgent == request.userAgent {
            options.userAgent = pageAgent
        }
        return options
    }
}

extension String {
    /// Whether this URL is of a feed on the user's network, or of a file or a command of the user's.
    var isOfFeedInside: Bool { WebURL(FilterAddress(self)?.address ?? self[...])?.isInside ?? true }
}

extension WebURL {
    /// Whether it leads to a host on the user's network.
    var isInside: Bool { host.map { HostName($0).isLocal } ?? true }
}
