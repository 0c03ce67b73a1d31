/// Reads JSON Feed (https://www.jsonfeed.org/version/1.1/), both versions in the same way: they differ only in authors,
/// and feeds mix them.
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
    /// The size of all items' texts in bytes.
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

    /// The version's URL is enough. A bare number may mean anything, so it counts only together with items or JSON
    /// Feed's own URL keys.
    private var isFeed: Bool {
        if version?.isAddress == true { return true }
        return hasItems && (version != nil || feed.selfLink != nil || feed.link != nil)
    }

    // Keys come in any order, and the last of several equal ones counts, as in JavaScript.
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
        // The document's own URL is current; the ones inside it may be old.
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
