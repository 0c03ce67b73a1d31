import Library
import Typesetting

extension Article {
    /// Everything known about an item, as “show” and “export” print it.
    func json(in feed: FeedName?, _ page: FullText? = nil) -> JSON {
        .members(
            item.json(in: feed) + [
                ("guid", JSON(guid)),
                ("updated", JSON(updated)),
                ("language", JSON(language)),
                ("image", JSON(link: image)),
                ("categories", .array(categories.map { .string($0.name) })),
                ("enclosures", .array(enclosures.map(\.json))),
                ("also_in", .array(alsoIn.map(JSON.string))),
                ("rules", .array(reasons.map(JSON.string))),
                ("comments", JSON(link: comments.link)),
                ("html", .string(html)),
                ("text", .string(Document(html: html, baseURL: item.link ?? feedSite).plainText)),
                ("tags", .array(tags.map(JSON.string)))
            ] + (page.map { [("page_html", .string($0.html))] } ?? []))
    }
}

extension Article.Enclosure {
    fileprivate var json: JSON { .object(["url": JSON(link: url), "type": JSON(type), "length": JSON(length)]) }
}
