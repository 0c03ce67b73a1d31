import Addresses

extension Vocabulary {
    /// FeedBurner, which replaces item links with its tracking URLs.
    static let feedBurner = Vocabulary(
        uris: ["http://rssnamespace.org/feedburner/ext/1.0"],
        prefix: "feedburner",
        item: [
            "origLink": .text { element, item in
                if element.text.trimmed.isWebAddress { item.originalLink = element.link }
            },
            "origEnclosureLink": .text { element, item in
                if element.text.trimmed.isWebAddress { item.originalEnclosure = element.link }
            }
        ])
}
