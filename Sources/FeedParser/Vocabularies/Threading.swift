extension Vocabulary {
    /// Atom's threading (RFC 4685). `Vocabulary.atom` reads its attributes of links.
    static let threading = Vocabulary(
        uris: ["http://purl.org/syndication/thread/1.0"],
        prefix: "thr",
        item: [
            "in-reply-to": .attributes { element, item in item.inReplyTo = item.inReplyTo ?? element.string("ref") },
            "total": .text { element, item in item.comments.count = element.integer }
        ])
}
