/// A site, or many on hosts of one kind, whose pages have feeds at addresses that follow from the pages' own.
///
/// A further site is a further value of this, listed in `all`; a further kind of page is one more line in its routes.
struct Site: Sendable {
    private let hosts: [HostPattern]
    private let reserved: Set<String>
    private let routes: [Route]

    /// `reserved` are first parts of paths that are the site's own, where others are names of people.
    init(_ hosts: String..., reserved: Set<String> = [], routes: [Route]) {
        self.hosts = hosts.map(HostPattern.init)
        self.reserved = reserved
        self.routes = routes
    }

    /// Nil if the address is not of this site, none if its page has no feeds that we know of.
    func feeds(at address: SiteAddress) -> [DiscoveredFeed]? {
        for host in hosts {
            guard let names = host.match(address.host) else { continue }
            if let first = address.segments.first, reserved.contains(first) { return [] }
            return routes.lazy.compactMap { $0.feeds(at: address, names: names) }.first ?? []
        }
        return nil
    }

    /// The sites that are known, those on any host last.
    static let all: [Site] =
        [youTube, reddit, gitHub, gists, gitLab, forgejo, sourceHut, sourceForge, stackExchange]
        + blogHosts + packageIndexes + videoHosts + newsSites + communities + fediverse
}
