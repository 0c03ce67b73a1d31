/// Reads a feed written in JSON Feed (https://www.jsonfeed.org/version/1.1/), of both versions alike: they differ only
/// in how authors are named, and feeds mix it.
struct JSONFeedReader {
    private var reader: JSONReader
    private let documentURL: String?
    private var version: JSONFeedVersion?
    private var feed = ParsedFeed(format: .jsonFeed11)
    private var icon: String?
    private var favicon: String?
    private var authors = JSONFeedAuthors()
    private var hasItems = false
    private var hasTooManyItems = false
    /// The bytes of the texts of all items.
    private var texts = 0

    static func read(_ document: ArraySlice<UInt8>, baseURL: String?) throws(ParseFailure) -> ParsedFeed {
        var reader = JSONFeedReader(document, baseURL: baseURL)
        return try reader.read()
    }

    private init(_ document: ArraySlice<UInt8>, baseURL: String?) {
        reader = JSONReader(document)
        documentURL = baseURL
    }

    private mutating func read() throws(ParseFailure) -> ParsedFeed {
        do {
            try readMembers()
        } catch {
            guard isFeed else { throw .notAFeed("a JSON document with an error in line \(error.line)") }
            throw .brokenJSON(line: error.line, reason: error.reason)
        }
        guard isFeed else { throw .notAFeed("a JSON document") }
        guard !hasTooManyItems else { throw .tooLarge("more than \(Limits.items) items") }
        guard reader.listed <= Limits.listed else { throw .tooLarge(Limits.listedInWords) }
        guard !reader.hasTooLongText else { throw .tooLarge(Limits.textInWords) }
        guard texts <= Limits.texts else { throw .tooLarge(Limits.textsInWords) }
        return finished()
    }

    /// The version's address says so; a bare number may be of anything, and counts only together with items, as do the
    /// addresses that JSON Feed has names of its own for.
    private var isFeed: Bool {
        if version?.isAddress == true { return true }
        return hasItems && (version != nil || feed.selfLink != nil || feed.link != nil)
    }

    // Keys come in any order, and of one that comes twice the last counts, as in JavaScript.
    private mutating func readMembers() throws(JSONReader.Failure) {
        guard try reader.beginObject() else { return }
        while let key = try reader.nextKey() {
            switch key {
            case "version": version = try reader.text().flatMap(JSONFeedVersion.init)
            case "title": feed.title = try reader.line()
            case "description": feed.description = try reader.line()
            case "home_page_url": feed.link = try reader.link()
            case "feed_url": feed.selfLink = try reader.link()
            case "icon": icon = try reader.link()
            case "favicon": favicon = try reader.link()
            case "language": feed.language = try reader.line()
            case "author": authors.legacy = try reader.authors()
            case "authors": authors.current = try reader.authors()
            case "hubs": feed.hubs = try reader.addresses()
            case "items": try readItems()
            default: try reader.skip()
            }
        }
    }

    private mutating func readItems() throws(JSONReader.Failure) {
        feed.items = []
        hasItems = try reader.beginArray()
        while hasItems, try reader.nextElement() {
            if feed.items.count == Limits.items {
                hasTooManyItems = true
            } else if texts <= Limits.texts, let item = try reader.item() {
                texts += item.lengthOfTexts
                feed.items.append(item)
            }
        }
    }

    private consuming func finished() -> ParsedFeed {
        // The document's own address was fetched just now; the ones that it states may be old.
        let links = LinkResolver(base: documentURL ?? feed.selfLink ?? feed.link)
        feed.format = version?.format ?? feed.format
        feed.link = links.resolve(feed.link)
        feed.selfLink = links.resolve(feed.selfLink)
        feed.hubs = feed.hubs.compactMap { links.resolve($0) }.unique
        feed.image = links.resolve(icon ?? favicon)
        feed.authors = authors.names
        feed.items.inherit(feed.authors)
        for index in feed.items.indices { feed.items[index].resolve(links) }
        return feed
    }
}

extension ParsedItem {
    fileprivate mutating func resolve(_ links: LinkResolver) {
        link = links.resolve(link)
        image = links.resolve(image)
        summary = links.resolve(html: summary)
        content = links.resolve(html: content)
        for index in enclosures.indices {
            enclosures[index].url = links.resolve(enclosures[index].url) ?? enclosures[index].url
        }
    }
}

extension LinkResolver {
    fileprivate func resolve(_ link: String?) -> String? {
        guard var link else { return nil }
        return link.withUTF8 { resolve($0) }
    }

    fileprivate func resolve(html: String?) -> String? {
        guard var html else { return nil }
        return html.withUTF8 { resolve(html: $0) }
    }
}
