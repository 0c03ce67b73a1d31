/// A site, or many on similar hosts, whose pages tell their feeds' URLs.
///
/// To add a site, add a value to `all`; to add a kind of page, add a line to its routes.
struct Site: Sendable {
    private let hosts: [HostPattern]
    private let reserved: Set<String>
    private let routes: [Route]

    /// `reserved` are first parts of paths that belong to the site, where others are users' names.
    init(_ hosts: String..., reserved: Set<String> = [], routes: [Route]) {
        self.hosts = hosts.map(HostPattern.init)
        self.reserved = reserved
        self.routes = routes
    }

    /// Returns the feeds of a page; nil if the URL isn't on this site, none if the page has no known feeds.
    func feeds(at address: SiteAddress) -> [DiscoveredFeed]? {
        for host in hosts {
            guard let names = host.match(address.host) else { continue }
            if let first = address.segments.first, reserved.contains(first) { return [] }
            return routes.lazy.compactMap { $0.feeds(at: address, names: names) }.first ?? []
        }
        return nil
    }

    /// The known sites, those on any host last.
    static let all: [Site] =
        [youTube, reddit, gitHub, gists, gitLab, forgejo, sourceHut, sourceForge, stackExchange]
        + blogHosts + packageIndexes + videoHosts + newsSites + communities + fediverse
}
