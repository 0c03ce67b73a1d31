/// What a urls file says: feeds and queries in their order, and what is wrong with it.
package struct UrlsList: Equatable, Sendable {
    package internal(set) var feeds: [SubscriptionLine] = []
    package internal(set) var queries: [QueryLine] = []
    /// The first thousand, in the order of the lines.
    package internal(set) var problems: [UrlsProblem] = []

    package var urls: [String] { feeds.map(\.url) }

    package init(_ bytes: [UInt8]) {
        var reader = UrlsReader()
        reader.read(bytes)
        self = reader.list
    }

    package init(_ text: String) {
        self.init(Array(text.utf8))
    }

    init() {}
}
