import Addresses
import FoundationEssentials

extension JSONReader {
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
