extension Vocabulary {
    /// RSS 1.0's content module. RSS 2.0 feeds use its single element for the full text.
    static let content = Vocabulary(
        uris: ["http://purl.org/rss/1.0/modules/content/"],
        prefix: "content",
        item: ["encoded": .body { element, item in item.content.offer(element.html) }])
}
