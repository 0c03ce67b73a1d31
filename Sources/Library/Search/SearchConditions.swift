import FoundationEssentials

/// What a search asks of items besides their words.
struct SearchConditions: Equatable, Sendable {
    /// Parts of the names or addresses of feeds, of which any will do.
    var feeds: [String] = []
    var excludedFeeds: [String] = []
    /// All of them.
    var tags: [String] = []
    var excludedTags: [String] = []
    var isRead: Bool?
    var isStarred: Bool?
    /// From this instant on.
    var after: Date?
    /// Up to this instant and not with it.
    var before: Date?
}

extension SearchConditions {
    /// The words that introduce a condition.
    enum Key: String, CaseIterable {
        case feed
        case tag
        case `is`
        case after
        case before
    }

    /// What an item can be.
    enum State: String, CaseIterable {
        case unread
        case read
        case starred
    }

    /// Adds a condition, or says that it is none.
    mutating func add(_ key: Key, _ value: String, isExcluded: Bool, now: Date) -> Bool {
        guard !value.isEmpty else { return false }
        switch key {
        case .feed: if isExcluded { excludedFeeds.append(value) } else { feeds.append(value) }
        case .tag: if isExcluded { excludedTags.append(value) } else { tags.append(value) }
        case .is:
            switch State(rawValue: value.lowercased()) {
            case .unread: isRead = isExcluded
            case .read: isRead = !isExcluded
            case .starred: isStarred = !isExcluded
            case nil: return false
            }
        case .after, .before:
            guard let instant = SearchDate.instant(value.lowercased(), now: now) else { return false }
            if (key == .after) != isExcluded {
                after = max(instant, after ?? .distantPast)
            } else {
                before = min(instant, before ?? .distantFuture)
            }
        }
        return true
    }
}
