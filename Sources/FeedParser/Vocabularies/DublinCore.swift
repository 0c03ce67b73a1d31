import FoundationEssentials

extension Vocabulary {
    /// Dublin Core's elements, which rank below the format's own.
    static let dublinCore = Vocabulary(
        uris: [
            "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/", "http://purl.org/dc/elements/1.1"
        ],
        prefix: "dc",
        feed: [
            "title": .text { element, feed in feed.title.offer(element.plain, as: .borrowed) },
            "description": .text { element, feed in feed.description.offer(element.plain, as: .borrowed) },
            "language": .text { element, feed in feed.language.offer(element.line, as: .borrowed) },
            "creator": .text { element, feed in feed.authors.add(MailAuthor.name(in: element.plain)) },
            "author": .text { element, feed in feed.authors.add(MailAuthor.name(in: element.plain)) },
            "subject": .text { element, feed in feed.categories.add(element.line) },
            "date": .text { element, feed in feed.updated.offer(element.date, as: .fallback) }
        ],
        item: [
            "identifier": .text { element, item in item.id.offer(element.string, as: .fallback) },
            "title": .text { element, item in item.title.offer(element.plain, as: .borrowed) },
            "creator": .text { element, item in item.authors.add(MailAuthor.name(in: element.plain)) },
            "author": .text { element, item in item.authors.add(MailAuthor.name(in: element.plain)) },
            "date": .text { element, item in item.published.offer(element.date, as: .borrowed) },
            "description": .body { element, item in item.summary.offer(element.html, as: .borrowed) },
            "subject": .text { element, item in item.categories.add(element.line) },
            "language": .text { element, item in item.language.offer(element.line, as: .borrowed) }
        ])
}
