import FoundationEssentials

extension Vocabulary {
    /// Dublin Core's elements, which give way to the format's own.
    static let dublinCore = Vocabulary(
        of: .dublinCore,
        feed: [
            "title": { element, feed in feed.title.offer(PlainText.of(html: element.text), as: .borrowed) },
            "description": { element, feed in feed.description.offer(PlainText.of(html: element.text), as: .borrowed) },
            "language": { element, feed in feed.language.offer(element.text.trimmed, as: .borrowed) },
            "date": { element, feed in feed.updated.offer(Date(inFeed: element.text), as: .fallback) }
        ],
        item: [
            "identifier": { element, item in item.id.offer(element.text.trimmed, as: .fallback) },
            "title": { element, item in item.title.offer(PlainText.of(html: element.text), as: .borrowed) },
            "creator": { element, item in item.authors.append(MailAuthor.name(in: element.text)) },
            "date": { element, item in item.published.offer(Date(inFeed: element.text), as: .borrowed) },
            "description": { element, item in item.summary.offer(element.escapedHTML, as: .borrowed) },
            "subject": { element, item in item.categories.append(element.text.collapsed) }
        ])

    /// Dublin Core's later terms, of which feeds use the dates.
    static let dublinCoreTerms = Vocabulary(
        of: .dublinCoreTerms,
        item: [
            "issued": { element, item in item.published.offer(Date(inFeed: element.text), as: .borrowed) },
            "created": { element, item in item.published.offer(Date(inFeed: element.text), as: .fallback) },
            "modified": { element, item in item.updated.offer(Date(inFeed: element.text), as: .borrowed) }
        ])
}
