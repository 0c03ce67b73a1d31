import FoundationEssentials

/// A feed while its document is being read.
struct FeedDraft {
    var format = FeedFormat.rss
    var title = Best<String>()
    var link = Best<String>()
    var description = Best<String>()
    var language = Best<String>()
    var image = Best<String>()
    var updated = Best<Date>()
    /// The authors of every item that names none.
    var authors: [String] = []
    var items: [ParsedItem] = []

    func finished() -> ParsedFeed {
        ParsedFeed(
            format: format,
            title: title.value,
            link: link.value,
            description: description.value,
            language: language.value,
            image: image.value,
            updated: updated.value,
            items: items.map(inheritingAuthors))
    }

    // A feed may name its authors after its entries.
    private func inheritingAuthors(_ item: ParsedItem) -> ParsedItem {
        guard item.authors.isEmpty, !authors.isEmpty else { return item }
        var item = item
        item.authors = authors.unique
        return item
    }
}
