extension Vocabulary {
    /// A page's body, which some RSS items contain unescaped.
    static let xhtml = Vocabulary(
        uris: ["http://www.w3.org/1999/xhtml"],
        prefix: "xhtml",
        item: [
            "body": .body { element, item in item.content.offer(element.html, as: .borrowed) },
            "div": .body { element, item in item.content.offer(element.html, as: .borrowed) }
        ])
}
