import FoundationEssentials
package import System
import URLs

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
        reader = JSONReader(document, longestText: FeedLimits.text, mostListed: FeedLimits.listed)
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
        guard !hasTooManyItems else { throw .tooLarge("more than \(FeedLimits.items) items") }
        guard reader.listed <= FeedLimits.listed else { throw .tooLarge(FeedLimits.listedInWords) }
        guard !reader.hasTooLongText else { throw .tooLarge(FeedLimits.textInWords) }
        guard texts <= FeedLimits.texts else { throw .tooLarge(FeedLimits.textsInWords) }
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
            if feed.items.count == FeedLimits.items {
                hasTooManyItems = true
            } else if texts <= FeedLimits.texts, let item = try reader.item() {
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

extension JSONValue {
    /// A string as one line of plain text.
    ///
    /// Titles and names in JSON have no markup, but programs often copy them from HTML.
    package var line: String? { string?.decodingCharacterReferences.collapsed.unlessBlank }

    package var link: String? { string?.collapsed.unlessBlank }

    /// Strings as lines. A single one may come without an array.
    package var lines: [String] { all.compactMap(\.line) }
}

extension JSONReader {
    fileprivate mutating func line() throws(Failure) -> String? { try string().flatMap { JSONValue.string($0).line } }

    fileprivate mutating func link() throws(Failure) -> String? { try string().flatMap { JSONValue.string($0).link } }

    /// Reads strings as lines. A single one may come without an array.
    fileprivate mutating func lines() throws(Failure) -> [String] {
        var lines: [String] = []
        try readEach { reader throws(Failure) in
            if let line = try reader.line() { lines.append(line) }
        }
        return lines
    }

    /// Reads the URLs of objects.
    fileprivate mutating func addresses() throws(Failure) -> [String] {
        var addresses: [String] = []
        try readEach { reader throws(Failure) in
            guard try reader.beginObject() else { return }
            while let key = try reader.nextKey() {
                if key == "url", let address = try reader.link() { addresses.append(address) }
            }
        }
        return addresses
    }

    /// Reads an item, with its links unresolved; returns nil, after skipping the value, if it isn't an object.
    mutating func item() throws(Failure) -> ParsedItem? {
        guard try beginObject() else { return nil }
        var item = ParsedItem()
        var authors = JSONFeedAuthors()
        var url: String?
        var externalURL: String?
        var html: String?
        var plain: String?
        var banner: String?
        while let key = try nextKey() {
            switch key {
            case "id": item.id = try text()?.trimmed.unlessBlank
            case "url": url = try link()
            case "external_url": externalURL = try link()
            case "title": item.title = try line()
            case "content_html": html = try string()?.unlessBlank
            case "content_text": plain = try string()?.unlessBlank
            case "summary": item.summary = try string()?.unlessBlank.map(Paragraphs.html)
            case "date_published": item.published = try string().flatMap(Date.init(inFeed:))
            case "date_modified": item.updated = try string().flatMap(Date.init(inFeed:))
            case "author": authors.legacy = try self.authors()
            case "authors": authors.current = try self.authors()
            case "tags": item.categories = try lines().map { ParsedCategory($0) }.unique
            case "image": item.image = try link()
            case "banner_image": banner = try link()
            case "language": item.language = try line()
            case "attachments": (item.enclosures, item.episode) = try attachments()
            default: try skip()
            }
        }
        item.content = html ?? plain.map(Paragraphs.html)
        item.authors = authors.names
        item.image = item.image ?? banner
        // The external URL is only what the item is about, so its own comes first. Some ids are URLs.
        item.link = url ?? externalURL ?? item.id.flatMap { WebURL($0)?.isOnTheWeb == true ? $0 : nil }
        return item
    }
}

/// The authors of a feed or item: a list in version 1.1, a single one in version 1.0.
private struct JSONFeedAuthors {
    var legacy: [String] = []
    var current: [String] = []

    /// The names of the authors, each once.
    var names: [String] { Array((current.isEmpty ? legacy : current).unique.prefix(FeedLimits.authors)) }
}

extension JSONReader {
    /// Reads authors' names: objects or, against the specification, plain names, single or in a list.
    mutating func authors() throws(Failure) -> [String] {
        var names: [String] = []
        try readEach { reader throws(Failure) in
            if let name = try reader.author()?.prefix(bytes: FeedLimits.name) { names.append(name) }
        }
        return names
    }

    private mutating func author() throws(Failure) -> String? {
        guard isAtObject else { return try line() }
        _ = try beginObject()
        var name: String?
        while let key = try nextKey() {
            if key == "name" { name = try line() }
        }
        return name
    }

    /// Reads the attachments, and the episode of the first one with a duration. A single attachment may come without an
    /// array.
    mutating func attachments() throws(Failure) -> ([ParsedEnclosure], ParsedEpisode?) {
        var attachments: [ParsedEnclosure] = []
        var episode: ParsedEpisode?
        try readEach { reader throws(Failure) in
            guard let (attachment, duration) = try reader.attachment() else { return }
            if !attachment.isFlash { attachments.append(attachment) }
            if episode == nil, let duration { episode = ParsedEpisode(duration: duration) }
        }
        return (attachments, episode)
    }

    /// Reads an attachment; nil without a URL.
    private mutating func attachment() throws(Failure) -> (ParsedEnclosure, duration: Int?)? {
        guard try beginObject() else { return nil }
        var url: String?
        var type: String?
        var length: Int?
        var duration: Int?
        while let key = try nextKey() {
            switch key {
            case "url": url = try link()
            case "mime_type": type = try line()
            case "size_in_bytes": length = try amount()
            case "duration_in_seconds": duration = try amount()
            default: try skip()
            }
        }
        return url.map { (ParsedEnclosure(url: $0, type: type, length: length), duration) }
    }

    /// Reads a number if it is a possible amount.
    private mutating func amount() throws(Failure) -> Int? {
        guard let number = try number(), number >= 0 else { return nil }
        return Int(exactly: number.rounded())
    }
}

/// The JSON Feed version that a document claims.
private struct JSONFeedVersion {
    let format: FeedFormat
    /// Whether it is a specification's URL, which only feeds have. Many documents have a number.
    let isAddress: Bool

    /// Reads the URL, with any scheme and host, or the bare number that some feeds have instead.
    init?(_ text: String) {
        // Every specification's URL is shorter.
        guard text.utf8.count <= 200 else { return nil }
        let parts = text.trimmed.lowercased().split(separator: "/")
        guard let number = parts.last else { return nil }
        isAddress = parts.dropLast().last == "version"
        switch number {
        case "1", "1.0": format = .jsonFeed10
        case "1.1": format = .jsonFeed11
        // Future minor versions will only add to this one.
        case _ where isAddress && number.hasPrefix("1."): format = .jsonFeed11
        default: return nil
        }
    }
}
