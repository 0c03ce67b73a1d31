extension Vocabulary {
    /// The content module of RSS 1.0, whose one element RSS 2.0 feeds use for the full text.
    static let content = Vocabulary(
        of: .content,
        item: [
            "encoded": { element, item in item.content.offer(element.escapedHTML) }
        ])
}
