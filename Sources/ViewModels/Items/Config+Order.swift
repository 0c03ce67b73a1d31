package import Configuration

extension UrlsList {
    /// The order in which the list of a feed is shown, where the urls file says one.
    func order(of url: String) -> ItemOrder? {
        feeds.first { $0.url == url }?.options?.sort.flatMap { ItemOrder(rawValue: $0.rawValue) }
    }
}

extension Config {
    /// The order of lists that have none of their own.
    package var order: ItemOrder { ItemOrder(rawValue: text(.articleSortOrder)) ?? .newest }

    /// The order of the list of feeds.
    package var feedOrder: FeedOrder { FeedOrder(rawValue: text(.feedSortOrder)) ?? .none }
}
