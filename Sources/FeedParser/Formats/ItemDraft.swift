import FoundationEssentials

/// An item while its element is read.
struct ItemDraft {
    var id = Best<String>()
    var title = Best<String>()
    var link = Best<String>()
    /// The link before a service replaced it, if the service provides it.
    var originalLink: String?
    var authors = Authors()
    /// The authors of the feed that the item came from, for items without their own.
    var sourceAuthors: Authors?
    var published = Best<Date>()
    var updated = Best<Date>()
    var summary = Best<String>()
    var content = Best<String>()
    var categories: [ParsedCategory] = []
    var enclosures: [ParsedEnclosure] = []
    /// Media RSS's pictures, which come after the files that play.
    var pictures: [ParsedEnclosure] = []
    var originalEnclosure: String?
    var image = Best<String>()
    var language = Best<String>()
    var comments = ParsedComments()
    var source = ParsedSource()
    var episode = ParsedEpisode()
    var location: ParsedLocation?
    var latitude: Double?
    var longitude: Double?
    var inReplyTo: String?

    /// The item as it is now; the draft is then ready for the next one. If the feed has authors, they come before authors of
    /// the item who give no more than their URL.
    mutating func finish(feedHasAuthors: Bool) -> ParsedItem {
        var authors = authors.isEmpty ? sourceAuthors?.names ?? [] : authors.names
        if authors.isEmpty, !feedHasAuthors { authors = (self.authors.urls + (sourceAuthors?.urls ?? [])).unique }
        let item = ParsedItem(
            id: id.take(),
            title: title.take(),
            link: originalLink.take() ?? link.take(),
            authors: authors,
            published: published.take(),
            updated: updated.take(),
            summary: summary.take(),
            content: content.take(),
            categories: categories.unique,
            enclosures: eachEnclosureOnce.filter { !$0.isFlash },
            image: image.take(),
            language: language.take(),
            comments: comments.unlessEmpty,
            source: source.unlessEmpty,
            episode: episode.unlessEmpty,
            location: location ?? point,
            inReplyTo: inReplyTo.take())
        self = ItemDraft()
        return item
    }

    // RSS and Media RSS may both list a file.
    private var eachEnclosureOnce: [ParsedEnclosure] {
        let files = pictures.isEmpty ? enclosures : enclosures.isEmpty ? pictures : enclosures + pictures
        guard files.count > 1 else { return files }
        var seen: Set<String> = []
        return files.filter { seen.insert($0.url).inserted }
    }

    private var point: ParsedLocation? {
        guard let latitude, let longitude else { return nil }
        return ParsedLocation(checking: latitude, longitude)
    }
}

extension Array where Element: Hashable {
    /// Each element once, in order.
    var unique: [Element] {
        guard count > 1 else { return self }
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension ParsedComments {
    fileprivate var unlessEmpty: ParsedComments? { self == ParsedComments() ? nil : self }
}

extension ParsedSource {
    fileprivate var unlessEmpty: ParsedSource? { self == ParsedSource() ? nil : self }
}

extension ParsedEpisode {
    fileprivate var unlessEmpty: ParsedEpisode? { self == ParsedEpisode() ? nil : self }
}
