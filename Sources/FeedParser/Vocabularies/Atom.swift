import Addresses
import FoundationEssentials

extension Vocabulary {
    /// The elements of Atom 1.0 (RFC 4287), 0.3 and its drafts, whatever version a feed claims.
    static let atom = Vocabulary(
        uris: [
            "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#",
            "http://purl.org/atom/ns#draft-ietf-atompub-format",
            "http://purl.org/pie/", "http://purl.org/echo/", "http://purl.org/net/echo/", "http://example.com/necho",
            "http://example.com/newformat#", "uri/of/echo/namespace#"
        ],
        prefix: "atom",
        items: ["entry"],
        feed: [
            "title": .body { element, feed in feed.title.offer(AtomText(element)?.plain, as: element.rank) },
            "subtitle": .body { element, feed in feed.description.offer(AtomText(element)?.plain, as: element.rank) },
            "tagline": .body { element, feed in feed.description.offer(AtomText(element)?.plain, as: element.rank) },
            "link": .text(readFeedLink),
            "author": .person { feed, update in update(&feed.authors) },
            "category": .attributes { element, feed in
                if let category = atomCategory(element) { feed.categories.append(category) }
            },
            "logo": .text { element, feed in feed.image.offer(element.link, as: element.rank) },
            "icon": .text { element, feed in feed.image.offer(element.link, as: .borrowed) },
            "updated": .text { element, feed in feed.updated.offer(element.date, as: element.rank) },
            "modified": .text { element, feed in feed.updated.offer(element.date, as: element.rank) }
        ],
        item: [
            "id": .text { element, item in
                item.id.offer(element.string, as: element.rank)
                if element.text.trimmed.isWebAddress { item.link.offer(element.link, as: .lastResort) }
            },
            "title": .body { element, item in item.title.offer(AtomText(element)?.plain, as: element.rank) },
            "link": .text(readItemLink),
            "author": .person { item, update in update(&item.authors) },
            "source": .group(
                [
                    "author": .person { item, update in
                        var authors = item.sourceAuthors ?? Authors()
                        update(&authors)
                        item.sourceAuthors = authors
                    },
                    "title": .body { element, item in item.source.title = AtomText(element)?.plain },
                    "link": .text { element, item in
                        let link = AtomLink(element)
                        if link.isRelated(as: "self") || item.source.link == nil { item.source.link = link.url }
                    }
                ]),
            "published": .text { element, item in item.published.offer(element.date, as: element.rank) },
            "issued": .text { element, item in item.published.offer(element.date, as: element.rank) },
            "created": .text { element, item in item.published.offer(element.date, as: .fallback) },
            "updated": .text { element, item in item.updated.offer(element.date, as: element.rank) },
            "modified": .text { element, item in item.updated.offer(element.date, as: element.rank) },
            "summary": .body { element, item in item.summary.offer(AtomText(element)?.html, as: element.rank) },
            "content": .body { element, item in item.content.offer(AtomText(element)?.html, as: element.rank) },
            "category": .attributes { element, item in
                if let category = atomCategory(element) { item.categories.append(category) }
            }
        ])

    private static let readFeedLink: Part<FeedDraft>.Reader = { element, feed in
        let link = AtomLink(element)
        if link.isAlternate {
            feed.link.offer(link.url, as: link.rank)
        } else if link.isRelated(as: "self") {
            feed.selfLink.offer(link.url)
        } else if link.isRelated(as: "hub"), let hub = link.url {
            feed.hubs.append(hub)
        }
    }

    private static let readItemLink: Part<ItemDraft>.Reader = { element, item in
        let link = AtomLink(element)
        if link.isAlternate {
            item.link.offer(link.url, as: link.rank)
        } else if link.isRelated(as: "enclosure") {
            if let enclosure = link.enclosure { item.enclosures.append(enclosure) }
        } else if link.isRelated(as: "replies") {
            // Links to the comments, or to their feed if the link has no type (RFC 4685, section 4).
            if link.isForBrowsers == true {
                item.comments.link = item.comments.link ?? link.url
            } else {
                item.comments.feed = item.comments.feed ?? link.url
            }
            item.comments.count = item.comments.count ?? element["thr:count"]?.integer
        }
    }

    private static func atomCategory(_ element: Element) -> ParsedCategory? {
        let name = (element["label"].flatMap { $0.isBlank ? nil : $0 } ?? element["term"]).map(PlainText.line)
        guard let name, !name.isEmpty else { return nil }
        return ParsedCategory(name, scheme: element.string("scheme"))
    }
}
