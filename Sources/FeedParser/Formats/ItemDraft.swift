import FoundationEssentials

/// An item while its element is being read.
struct ItemDraft {
    var id = Best<String>()
    var title = Best<String>()
    var link = Best<String>()
    var authors: [String] = []
    /// The authors of the feed that the item was taken from, who count if it names none itself.
    var sourceAuthors: [String] = []
    var published = Best<Date>()
    var updated = Best<Date>()
    var summary = Best<String>()
    var content = Best<String>()
    var categories: [String] = []
    var enclosures: [ParsedEnclosure] = []

    func finished() -> ParsedItem {
        ParsedItem(
            id: id.value,
            title: title.value,
            link: link.value,
            authors: (authors.isEmpty ? sourceAuthors : authors).unique,
            published: published.value,
            updated: updated.value,
            summary: summary.value,
            content: content.value,
            categories: categories.unique,
            enclosures: enclosures)
    }
}

extension [String] {
    /// Each once and in order, blank ones left out.
    var unique: [String] {
        var seen: Set<String> = []
        return filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
