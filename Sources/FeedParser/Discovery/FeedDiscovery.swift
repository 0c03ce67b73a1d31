/// From a page to its feeds, and from an address alone where that is enough.
///
/// It asks no network. The best comes first, nothing comes twice, and whether a feed is really there is for the one to
/// find out who fetches it.
package enum FeedDiscovery {
    /// The feeds of a page that was fetched from `address`: those that it announces, then those that its address tells.
    ///
    /// Where it announces none, links to something that is plainly a feed are taken for announcements.
    package static func feeds(inPage page: ArraySlice<UInt8>, at address: String?) -> [DiscoveredFeed] {
        let links = PageLinks(page, at: address)
        let ofPage = links.announced.isEmpty ? links.plain : links.announced
        return (ofPage + feeds(at: address ?? "")).firstOfEachAddress
    }

    /// The feeds of sites whose addresses tell where they are; none for an address of a site that we don't know.
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
