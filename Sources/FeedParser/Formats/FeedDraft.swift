import FoundationEssentials

/// A feed while its document is read.
struct FeedDraft {
    var format = FeedFormat.rss
    var title = Best<String>()
    var link = Best<String>()
    var description = Best<String>()
    var language = Best<String>()
    var image = Best<String>()
    var updated = Best<Date>()
    /// The authors of every item without its own.
    var authors = Authors()
    var categories: [ParsedCategory] = []
    var selfLink = Best<String>()
    var newAddress = Best<String>()
    var hubs: [String] = []
    var timeToLive: Int?
    var updatePeriod: Int?
    var updateFrequency: Int?
    var skippedHours: Set<Int> = []
    var skippedDays: Set<Int> = []
    var items: [ParsedItem] = []

    consuming func finished() -> ParsedFeed {
        let names = authors.isEmpty ? authors.urls.unique : authors.names
        // A feed may name its authors after its entries.
        items.inherit(names)
        return ParsedFeed(
            format: format,
            title: title.value,
            link: link.value,
            description: description.value,
            language: language.value,
            image: image.value,
            updated: updated.value,
            authors: names,
            categories: categories.unique,
            selfLink: selfLink.value,
            newAddress: newAddress.value,
            hubs: hubs.unique,
            schedule: ScheduleHints(
                timeToLive: timeToLive, updateInterval: updateInterval, skippedHours: skippedHours,
                skippedDays: skippedDays),
            items: items)
    }

    // By default daily, and once in a period.
    private var updateInterval: Int? {
        guard updatePeriod != nil || updateFrequency != nil else { return nil }
        return (updatePeriod ?? 24 * 60) / max(updateFrequency ?? 1, 1)
    }
}
