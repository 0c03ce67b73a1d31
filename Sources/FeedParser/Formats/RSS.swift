import FoundationEssentials
import URLs

extension FeedVocabulary {
    /// The elements of RSS, from 0.90 to 2.0. Bodies are escaped HTML or, against the specification, inline HTML.
    static let rss = FeedVocabulary(
        uris: [
            "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
            "http://channel.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2",
            "http://backend.userland.com/rss", "http://backend.userland.com/rss091",
            "http://blogs.law.harvard.edu/tech/rss", "http://cyber.law.harvard.edu/rss/rss.html",
            "http://purl.org/net/rss1.1#", "http://purl.org/rss/1.0/modules/rss091#",
            "http://www.rssboard.org/rss-specification"
        ],
        prefix: "rss",
        wrappers: ["channel"],
        items: ["item"],
        feed: [
            "title": .text { element, feed in feed.title.offer(element.plain, as: element.rank) },
            "link": .text { element, feed in feed.link.offerLast(pageLink(element), as: element.rank) },
            "description": .text { element, feed in feed.description.offer(element.plain, as: element.rank) },
            "language": .text { element, feed in feed.language.offer(element.line, as: element.rank) },
            "image": .group(["url": .text { element, feed in feed.image.offer(element.link) }]),
            "category": .text { element, feed in feed.categories.add(element.line, scheme: element.string("domain")) },
            "lastBuildDate": .text { element, feed in feed.updated.offer(element.date) },
            "pubDate": .text { element, feed in feed.updated.offer(element.date, as: .borrowed) },
            "ttl": .text { element, feed in feed.timeToLive = element.integer },
            "skipHours": .group(["hour": .text(readSkippedHour)]),
            "skipDays": .group(["day": .text(readSkippedDay)])
        ],
        item: [
            "guid": .text(readGuid),
            "title": .text { element, item in item.title.offer(element.plain, as: element.rank) },
            "link": .text { element, item in item.link.offerLast(pageLink(element), as: element.rank) },
            "author": .text { element, item in item.authors.add(MailAuthor.name(in: element.plain)) },
            "pubDate": .text { element, item in item.published.offer(element.date, as: element.rank) },
            "description": .body { element, item in item.summary.offer(element.html, as: element.rank) },
            "body": .body { element, item in item.content.offer(element.html, as: .borrowed) },
            "encoded": .body { element, item in item.content.offer(element.html, as: .borrowed) },
            "category": .text { element, item in item.categories.add(element.line, scheme: element.string("domain")) },
            "comments": .text { element, item in item.comments.link = item.comments.link ?? element.link },
            "enclosure": .attributes { element, item in
                if let enclosure = element.enclosure(at: element.link("url")) { item.enclosures.append(enclosure) }
            },
            "source": .text { element, item in
                item.source.title = element.plain.unlessBlank
                item.source.link = element.link("url")
            }
        ])

    /// RDF's attributes, such as `rdf:about`.
    static let rdf = FeedVocabulary(uris: ["http://www.w3.org/1999/02/22-rdf-syntax-ns#"], prefix: "rdf")

    // Some feeds have Atom's links without Atom's namespace.
    private static func pageLink(_ element: Element) -> String? {
        AtomLink(element).isAlternate ? element.link ?? element.link("href") : nil
    }

    // A guid is a link unless it says no, but many that don't say aren't.
    private static let readGuid: Part<ItemDraft>.Reader = { element, item in
        guard let guid = element.string else { return }
        item.id.offer(guid)
        let claim = element["isPermaLink"]?.trimmed
        let isLink = claim?.isCaseless("true") == true || element.text.trimmed.isWebAddress
        if isLink, claim?.isCaseless("false") != true { item.link.offer(element.link, as: .fallback) }
    }

    // Hours are 0 to 23, or 1 to 24 in RSS 0.91.
    private static let readSkippedHour: Part<FeedDraft>.Reader = { element, feed in
        if let hour = element.integer, (0...24).contains(hour) { feed.skippedHours.insert(hour % 24) }
    }

    private static let readSkippedDay: Part<FeedDraft>.Reader = { element, feed in
        let days: [StaticString] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let name = element.text.trimmed
        if let day = days.firstIndex(where: { name.startsCaseless($0) }) { feed.skippedDays.insert(day) }
    }
}

extension [ParsedCategory] {
    /// Adds a category, unless its name is empty.
    mutating func add(_ name: String, scheme: String? = nil) {
        if !name.isEmpty { append(ParsedCategory(name, scheme: scheme)) }
    }

    /// Adds the categories of a list with commas, as long as there are no more than people give.
    mutating func add(listed names: String) {
        for name in names.split(separator: ",", maxSplits: FeedLimits.keywords) where count < FeedLimits.keywords {
            add(String(name.trimmed))
        }
    }
}

/// RSS's form of a person: a mail address with the name as a comment.
enum MailAuthor {
    /// Returns "Ada" for "ada@example.org (Ada)", "Ada (ada@example.org)" and "Ada <ada@example.org>", and other text
    /// unchanged.
    static func name(in text: String) -> String {
        guard let closing = text.last, let opening = openings[closing], let start = text.firstIndex(of: opening) else {
            return text
        }
        let before = text[..<start].trimmed
        let inside = text[text.index(after: start)...].dropLast().trimmed
        if inside.contains("@") { return before.unlessBlank ?? inside }
        return before.contains("@") ? inside.unlessBlank ?? before : text
    }

    private static let openings: [Character: Character] = [")": "(", ">": "<"]
}
