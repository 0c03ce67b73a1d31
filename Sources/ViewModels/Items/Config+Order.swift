package import Configuration

extension UrlsList {
    /// The order of a feed's list, if the urls file sets one.
    func order(of url: String) -> ItemOrder? {
        feeds.first { $0.url == url }?.options?.sort.flatMap { ItemOrder(rawValue: $0.rawValue) }
    }
}

extension Config {
    /// The order of lists that have no own order.
    package var order: ItemOrder { ItemOrder(rawValue: text(.articleSortOrder)) ?? .newest }

    /// The order of the list of feeds.
    package var feedOrder: FeedOrder { FeedOrder(rawValue: text(.feedSortOrder)) ?? .none }
}
