/// Finds feeds from a page, or from a URL if that is enough.
///
/// It makes no requests. The best result comes first, and none comes twice. Whether a feed exists is for the caller to
/// find out.
package enum FeedDiscovery {
    /// Returns the feeds of a page fetched from `address`: those that it announces, then those that its URL tells.
    ///
    /// If it announces none, links that clearly lead to feeds count.
    package static func feeds(inPage page: ArraySlice<UInt8>, at address: String?) -> [DiscoveredFeed] {
        let links = PageLinks(page, at: address)
        let ofPage = links.announced.isEmpty ? links.plain : links.announced
        return (ofPage + feeds(at: address ?? "")).firstOfEachAddress
    }

    /// Returns the feeds of known sites whose URLs tell them; none for other URLs.
    package static func feeds(at address: String) -> [DiscoveredFeed] {
        guard let address = SiteAddress(address) else { return [] }
        for site in Site.all {
            if let feeds = site.feeds(at: address) { return feeds.firstOfEachAddress }
        }
        return []
    }
}

extension [DiscoveredFeed] {
    fileprivate var firstOfEachAddress: [DiscoveredFeed] {
        var seen: Set<String> = []
        return filter { seen.insert($0.url).inserted }
    }
}
