/// The words for an XML document that is well-formed and no feed that we read.
enum ForeignRoot {
    static func description(of root: Element, in document: [UInt8]) -> String {
        switch (root.name.namespace, root.name.local) {
        case (_, "html"): HTMLPage(rootedIn: document).description
        case (.rdf, "RDF"): "an RDF document, such as RSS 0.90 and 1.0, which are not read yet"
        case (.atom03, "feed"): "an Atom 0.3 feed, which is not read yet"
        case (.atom, "entry"): "a single Atom entry"
        case (_, "opml"): "an OPML list of feeds"
        case (_, "urlset"), (_, "sitemapindex"): "a sitemap"
        case (_, "svg"): "an SVG image"
        case (_, let name): "an XML document that begins with <\(name)>"
        }
    }
}
