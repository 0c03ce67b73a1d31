extension Vocabulary {
    /// FeedBurner, which puts addresses of its own for counting in the places of an item's.
    static let feedBurner = Vocabulary(
        uris: ["http://rssnamespace.org/feedburner/ext/1.0"],
        prefix: "feedburner",
        item: [
            "origLink": .text { element, item in
                if element.text.trimmed.isWebURL { item.originalLink = element.link }
            },
            "origEnclosureLink": .text { element, item in
                if element.text.trimmed.isWebURL { item.originalEnclosure = element.link }
            }
        ])
}
