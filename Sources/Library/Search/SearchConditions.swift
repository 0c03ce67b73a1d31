import FoundationEssentials

/// The conditions of a search besides its words.
struct SearchConditions: Equatable, Sendable {
    /// Parts of titles or URLs of feeds; any of them matches.
    var feeds: [String] = []
    var excludedFeeds: [String] = []
    /// All of them must match.
    var tags: [String] = []
    var excludedTags: [String] = []
    var isRead: Bool?
    var isStarred: Bool?
    /// From this time on.
    var after: Date?
    /// Before this time.
    var before: Date?
}

extension SearchConditions {
    /// The keys of conditions.
    enum Key: String, CaseIterable {
        case feed
        case tag
        case `is`
        case after
        case before
    }

    /// The states of an item.
    enum State: String, CaseIterable {
        case unread
        case read
        case starred
    }

    /// Adds a condition; returns false if it is invalid.
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
