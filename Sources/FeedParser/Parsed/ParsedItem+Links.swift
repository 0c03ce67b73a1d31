extension ParsedItem {
    /// Makes its links absolute.
    package mutating func resolveLinks(base: String?) { resolve(LinkResolver(base: base)) }

    /// Makes its links absolute.
    mutating func resolve(_ links: LinkResolver) {
        link = links.resolve(link)
        image = links.resolve(image)
        summary = links.resolve(html: summary)
        content = links.resolve(html: content)
        for index in enclosures.indices {
            enclosures[index].url = links.resolve(enclosures[index].url) ?? enclosures[index].url
        }
    }
}

extension LinkResolver {
    func resolve(_ link: String?) -> String? {
        guard var link else { return nil }
        return link.withUTF8 { resolve($0) }
    }

    fileprivate func resolve(html: String?) -> String? {
        guard var html else { return nil }
        return html.withUTF8 { resolve(html: $0) }
    }
}
