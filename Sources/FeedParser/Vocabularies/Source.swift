extension Vocabulary {
    /// Dave Winer's source namespace, where items without titles have their original text.
    static let source = Vocabulary(
        uris: [
            "http://source.scripting.com/", "http://source.smallpict.com/2014/07/12/theSourceNamespace.html"
        ],
        prefix: "source",
        feed: ["self": .text { element, feed in feed.selfLink.offer(element.link, as: .borrowed) }],
        item: [
            "markdown": .text { element, item in
                item.summary.offer(Paragraphs.html(of: element.text), as: .lastResort)
            },
            "inReplyTo": .text { element, item in item.inReplyTo = item.inReplyTo ?? element.string }
        ])
}
