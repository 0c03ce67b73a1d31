package import Configuration
package import Library

extension Config {
    /// What the library calls the order of lists.
    package var order: Listing.Order { Listing.Order(rawValue: text(.articleSortOrder)) ?? .newest }

    /// How much of each feed is kept.
    package var retention: Retention {
        let (days, items) = (number(.keepArticlesDays), number(.maxItems))
        return Retention(days: days > 0 ? days : nil, items: items > 0 ? items : nil)
    }
}
