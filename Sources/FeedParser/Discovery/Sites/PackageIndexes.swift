extension Site {
    /// The releases of packages. npm isn't included: it has no feeds.
    static let packageIndexes: [Site] = [
        Site(
            "pypi.org",
            routes: [
                Route("/project/{name}/*", ["https://pypi.org/rss/project/{name}/releases.xml": "Releases of {name}"])
            ]),
        Site(
            "crates.io",
            routes: [
                Route("/crates/{name}/*", ["https://static.crates.io/rss/crates/{name}.xml": "Releases of {name}"])
            ]),
        Site("rubygems.org", routes: [Route("/gems/{name}/*", ["/gems/{name}/versions.atom": "Releases of {name}"])]),
        Site(
            "packagist.org",
            routes: [
                Route(
                    "/packages/{vendor}/{name}", ["/feeds/package.{vendor}/{name}.rss": "Releases of {vendor}/{name}"])
            ])
    ]
}
