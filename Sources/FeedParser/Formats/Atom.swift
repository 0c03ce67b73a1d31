import FoundationEssentials
import URLs

extension FeedVocabulary {
    /// The elements of Atom 1.0 (RFC 4287), 0.3 and its drafts, whatever version a feed claims.
    static let atom = FeedVocabulary(
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

/// Atom's link: a URL and its relation to its parent (RFC 4287, section 4.2.7).
struct AtomLink {
    let element: Element
    /// Nil for the page itself.
    private let relation: UTF8Bytes?

    init(_ element: Element) {
        self.element = element
        let relation = element["rel"]?.trimmed ?? UTF8Bytes(start: nil, count: 0)
        // A registered relation may also be a URL of the registry.
        let registry: StaticString = "http://www.iana.org/assignments/relation/"
        let start = relation.startsCaseless(registry) ? registry.utf8CodeUnitCount : 0
        self.relation = relation.isEmpty ? nil : relation.part(start..<relation.count)
    }

    func isRelated(as name: StaticString) -> Bool { relation?.isCaseless(name) ?? false }

    /// Whether it leads to the subject of the feed or item.
    var isAlternate: Bool { relation?.isCaseless("alternate") ?? true }

    // Some feeds have the URL where RSS has it.
    var url: String? { element.link("href") ?? element.link }

    /// How well it fits as the page's link: better if a browser can show its target.
    var rank: Rank {
        isForBrowsers ?? true ? element.rank : .fallback
    }

    /// Whether its type is HTML or XHTML; nil without a type.
    fileprivate var isForBrowsers: Bool? {
        element["type"].map { $0.containsCaseless("html") }
    }

    var enclosure: ParsedEnclosure? { element.enclosure(at: url) }
}

extension Element {
    /// Returns the enclosure of an element with the attributes `type` and `length`.
    func enclosure(at url: String?) -> ParsedEnclosure? {
        guard let url else { return nil }
        return ParsedEnclosure(url: url, type: string("type"), length: self["length"]?.integer)
    }
}

extension Part {
    /// Atom's person, with a name and perhaps a mail address (RFC 4287, section 3.2).
    ///
    /// `update` selects the authors that the person belongs to.
    static func person(_ update: @escaping @Sendable (inout Draft, (inout Authors) -> Void) -> Void) -> Part {
        .group(
            [
                "name": .text { element, draft in
                    update(&draft) { $0.updatePerson { $0.name = $0.name ?? element.line.unlessBlank } }
                },
                "email": .text { element, draft in
                    update(&draft) { $0.updatePerson { $0.email = $0.email ?? element.line.unlessBlank } }
                },
                "uri": .text { element, draft in
                    update(&draft) { $0.updatePerson { $0.address = $0.address ?? element.line.unlessBlank } }
                },
                "url": .text { element, draft in
                    update(&draft) { $0.updatePerson { $0.address = $0.address ?? element.line.unlessBlank } }
                }
            ],
            opening: { _, draft in update(&draft) { $0.beginPerson() } },
            closing: { element, draft in update(&draft) { $0.endPerson(element.line) } })
    }
}

/// Atom's text, which is plain, escaped HTML or inline XHTML (RFC 4287, sections 3.1, 4.1.3; in Atom 0.3 the mode
/// tells, section 3.1 of its draft).
private struct AtomText {
    private enum Kind { case plain, html, decoded(String) }

    private let element: Element
    private let kind: Kind

    /// Nil for content that isn't text: a picture, sound or film.
    init?(_ element: Element) {
        self.element = element
        let type = element["type"]?.trimmed
        let mode = element["mode"]?.trimmed
        if !element.isMarkup, mode?.isCaseless("base64") == true || type?.isText == false,
            let text = Base64.text(in: element.text)
        {
            kind = .decoded(text)
        } else if element.isMarkup || mode?.isCaseless("escaped") == true || type?.isHTML == true {
            kind = .html
        } else if type?.isMedia == true {
            return nil
        } else {
            kind = .plain
        }
    }

    var html: String {
        switch kind {
        case .html: return element.html
        case .plain:
            guard element.text.count <= FeedLimits.plainText else { return "" }
            var html = ByteBuffer(capacity: element.text.count)
            html.append(escaping: element.text.trimmed)
            return String(html.bytes)
        case .decoded(var text): return text.withUTF8 { element.links.resolve(html: $0) }
        }
    }

    /// The text on one line.
    var plain: String {
        switch kind {
        case .html: return element.plain
        case .plain: return PlainText.line(element.text)
        case .decoded(var text): return text.withUTF8 { PlainText.of(html: $0) }
        }
    }
}

extension UTF8Bytes {
    fileprivate var isHTML: Bool {
        isCaseless("html") || isCaseless("text/html") || isCaseless("xhtml") || isCaseless("application/xhtml+xml")
    }

    fileprivate var isText: Bool { !contains("/") || startsCaseless("text/") || hasSuffix("xml") }

    fileprivate var isMedia: Bool { startsCaseless("image/") || startsCaseless("audio/") || startsCaseless("video/") }

    private func hasSuffix(_ suffix: StaticString) -> Bool {
        count >= suffix.utf8CodeUnitCount && part((count - suffix.utf8CodeUnitCount)..<count).isCaseless(suffix)
    }
}

extension FeedVocabulary {
    /// Atom's threading (RFC 4685). `FeedVocabulary.atom` reads its attributes of links.
    static let threading = FeedVocabulary(
        uris: ["http://purl.org/syndication/thread/1.0"],
        prefix: "thr",
        item: [
            "in-reply-to": .attributes { element, item in item.inReplyTo = item.inReplyTo ?? element.string("ref") },
            "total": .text { element, item in item.comments.count = element.integer }
        ])

    /// A page's body, which some RSS items contain unescaped.
    static let xhtml = FeedVocabulary(
        uris: ["http://www.w3.org/1999/xhtml"],
        prefix: "xhtml",
        item: [
            "body": .body { element, item in item.content.offer(element.html, as: .borrowed) },
            "div": .body { element, item in item.content.offer(element.html, as: .borrowed) }
        ])

    /// XML's own attributes, such as `xml:lang`.
    static let xml = FeedVocabulary(uris: ["http://www.w3.org/XML/1998/namespace"], prefix: "xml")
}
