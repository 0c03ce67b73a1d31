/// One test of a filter.
enum FilterTest: Hashable, Sendable {
    case compare(FilterAttribute, FilterOperator, String)
    case between(FilterAttribute, ClosedRange<Int64>)
    case isRead(Bool)
    case isStarred(Bool)
    case date(FilterDates)
    /// The feed's title or URL contains this.
    case feed(String)
    case isOf(FeedID)
    /// The item or its feed has this tag.
    case tag(String)
    case words(SearchTerm)
}

extension FilterTest {
    /// Whether it is the same for all items of a feed.
    var isOfFeed: Bool {
        switch self {
        case .compare(let attribute, _, _), .between(let attribute, _): attribute.isOfFeed
        case .feed, .isOf: true
        case .isRead, .isStarred, .date, .tag, .words: false
        }
    }

    /// Whether its result changes with time.
    var changesWithTime: Bool {
        switch self {
        case .compare(let attribute, _, _), .between(let attribute, _): attribute == .latestArticleAge
        case .date(let dates): dates.changeWithTime
        case .isRead, .isStarred, .feed, .isOf, .tag, .words: false
        }
    }

    /// Whether a mark changes its result.
    func depends(on mark: Mark) -> Bool {
        switch (self, mark) {
        case (.isRead, .read), (.isRead, .unread), (.compare(.unread, _, _), .read), (.compare(.unread, _, _), .unread):
            true
        case (.isStarred, .starred), (.isStarred, .unstarred), (.compare(.starred, _, _), .starred),
            (.compare(.starred, _, _), .unstarred):
            true
        case (.compare(.flags, _, _), .tagged), (.compare(.flags, _, _), .untagged), (.tag, .tagged), (.tag, .untagged):
            true
        default: mark == .deleted
        }
    }
}

enum FilterOperator: String, CaseIterable, Sendable {
    case equals = "="
    case differs = "!="
    case matches = "=~"
    case matchesNot = "!~"
    case less = "<"
    case greater = ">"
    case atMost = "<="
    case atLeast = ">="
    case contains = "#"
    case containsNot = "!#"
    case between
}
