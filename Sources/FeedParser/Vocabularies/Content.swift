extension Vocabulary {
    /// The content module of RSS 1.0, whose one element RSS 2.0 feeds use for the full text.
    static let content = Vocabulary(
        uris: ["http://purl.org/rss/1.0/modules/content/"],
        prefix: "content",
        item: ["encoded": .body { element, item in item.content.offer(element.html) }])
}
