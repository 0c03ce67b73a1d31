extension Vocabulary {
    /// Slash. Feeds use the number of comments.
    static let slash = Vocabulary(
        uris: ["http://purl.org/rss/1.0/modules/slash/"],
        prefix: "slash",
        item: ["comments": .text { element, item in item.comments.count = element.integer }])
}
