import FoundationEssentials

extension Vocabulary {
    /// The elements of RSS itself, whose bodies are HTML that was escaped or, against the specification, inline.
    static let rss = Vocabulary(
        of: .none,
        feed: [
            "title": { element, feed in feed.title.offer(PlainText.of(html: element.text)) },
            "link": { element, feed in feed.link.offer(element.resolve(element.text)) },
            "description": { element, feed in feed.description.offer(PlainText.of(html: element.text)) },
            "language": { element, feed in feed.language.offer(element.text.trimmed) },
            "image": { element, feed in
                guard let url = element.first("url") else { return }
                feed.image.offer(url.resolve(url.text))
            },
            "lastBuildDate": { element, feed in feed.updated.offer(Date(inFeed: element.text)) },
            "pubDate": { element, feed in feed.updated.offer(Date(inFeed: element.text), as: .borrowed) }
        ],
        item: [
            "guid": readGuid,
            "title": { element, item in item.title.offer(PlainText.of(html: element.text)) },
            "link": { element, item in item.link.offer(element.resolve(element.text)) },
            "author": { element, item in item.authors.append(MailAuthor.name(in: element.text)) },
            "pubDate": { element, item in item.published.offer(Date(inFeed: element.text)) },
            "description": { element, item in item.summary.offer(element.escapedHTML) },
            "category": { element, item in item.categories.append(element.text.collapsed) },
            "enclosure": { element, item in
                item.enclosures += [element.enclosure(at: element["url"])].compactMap(\.self)
            }
        ])

    // A guid is a link unless it says no, but many that say nothing are none.
    private static let readGuid: XMLFormat.Reader<ItemDraft> = { element, item in
        let guid = element.text.trimmed
        item.id.offer(guid)
        guard element["isPermaLink"]?.trimmed.lowercased() != "false", URLReference(guid).isWeb else { return }
        item.link.offer(guid, as: .fallback)
    }
}

extension Element {
    /// The body of an element that holds escaped HTML, or whose author forgot to escape it.
    var escapedHTML: String {
        elements.isEmpty ? text : Markup.html(of: children)
    }

    /// The enclosure that an element with the attributes `type` and `length` tells of.
    func enclosure(at url: String?) -> ParsedEnclosure? {
        guard let url = resolve(url) else { return nil }
        let length = self["length"].flatMap { Int($0.trimmed) }
        return ParsedEnclosure(
            url: url, type: self["type"]?.trimmed.unlessBlank, length: length.flatMap { $0 < 0 ? nil : $0 })
    }
}
