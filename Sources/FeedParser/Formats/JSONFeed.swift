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
    private var authors: [String] = []
    private var legacyAuthors: [String] = []
    /// The number of list elements read.
    private var listed = 0
    private var hasItems = false
    private var hasTooManyItems = false
    /// The size of all items' texts in bytes.
    private var texts = 0

    static func read(_ document: ArraySlice<UInt8>, baseURL: String?) throws(ParseFailure) -> ParsedFeed {
        var reader = JSONFeedReader(document, baseURL: baseURL)
        return try reader.read()
    }

    private init(_ document: ArraySlice<UInt8>, baseURL: String?) {
        reader = JSONReader(document, longestText: FeedLimits.text)
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
        guard listed <= FeedLimits.listed else { throw .tooLarge(FeedLimits.listedInWords) }
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
            case "version": version = try reader.value().text.flatMap(JSONFeedVersion.init)
            case "title": feed.title = try reader.value().line
            case "description": feed.description = try reader.value().line
            case "home_page_url": feed.link = try reader.value().link
            case "feed_url": feed.selfLink = try reader.value().link
            case "icon": icon = try reader.value().link
            case "favicon": favicon = try reader.value().link
            case "language": feed.language = try reader.value().line
            case "author": legacyAuthors = authors(try reader.value())
            case "authors": authors = authors(try reader.value())
            case "hubs": feed.hubs = list(try reader.value()).compactMap { $0["url"]?.link }
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
            } else if texts <= FeedLimits.texts, let item = item(try reader.value()) {
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
        feed.authors = names(authors, orElse: legacyAuthors)
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

extension JSONFeedReader {
    /// An item, with its links unresolved; nil if it isn't an object.
    private mutating func item(_ json: JSONValue) -> ParsedItem? {
        guard case .object = json else { return nil }
        var item = ParsedItem()
        item.id = json["id"]?.text?.trimmed.unlessBlank
        item.title = json["title"]?.line
        item.summary = json["summary"]?.string?.unlessBlank.map(Paragraphs.html)
        item.content =
            json["content_html"]?.string?.unlessBlank
            ?? json["content_text"]?.string?.unlessBlank.map(Paragraphs.html)
        item.published = json["date_published"]?.string.flatMap(Date.init(inFeed:))
        item.updated = json["date_modified"]?.string.flatMap(Date.init(inFeed:))
        item.language = json["language"]?.line
        item.image = json["image"]?.link ?? json["banner_image"]?.link
        let legacyAuthors = authors(json["author"])
        item.authors = names(authors(json["authors"]), orElse: legacyAuthors)
        item.categories = list(json["tags"]).compactMap(\.line).map { ParsedCategory($0) }.unique
        for file in list(json["attachments"]) {
            guard let url = file["url"]?.link else { continue }
            let attachment = ParsedEnclosure(
                url: url, type: file["mime_type"]?.line, length: file["size_in_bytes"]?.amount)
            if !attachment.isFlash { item.enclosures.append(attachment) }
            // The episode is that of the first file with a duration.
            item.episode =
                item.episode ?? file["duration_in_seconds"]?.amount.map { ParsedEpisode(duration: $0) }
        }
        // The external URL is only what the item is about, so its own comes first. Some ids are URLs.
        item.link =
            json["url"]?.link ?? json["external_url"]?.link
            ?? item.id.flatMap { WebURL($0)?.isOnTheWeb == true ? $0 : nil }
        return item
    }

    /// The elements of a list, or a single value instead of one.
    private mutating func list(_ json: JSONValue?) -> [JSONValue] {
        guard let elements = json?.array else { return json.map { [$0] } ?? [] }
        listed += elements.count
        return listed <= FeedLimits.listed ? elements : []
    }

    /// Authors' names: objects or, against the specification, plain names, single or in a list.
    private mutating func authors(_ json: JSONValue?) -> [String] {
        list(json).compactMap { ($0["name"] ?? $0).line?.prefix(bytes: FeedLimits.name) }
    }

    /// The authors, each once: a list in version 1.1, a single one in version 1.0.
    private func names(_ current: [String], orElse legacy: [String]) -> [String] {
        Array((current.isEmpty ? legacy : current).unique.prefix(FeedLimits.authors))
    }
}

extension JSONValue {
    /// A number if it is a possible amount.
    fileprivate var amount: Int? { number.flatMap { $0 < 0 ? nil : Int(exactly: $0.rounded()) } }
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
