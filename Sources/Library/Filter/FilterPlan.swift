/// How to find the items of a saved search: by indexes of lists, and by the rest.
struct FilterPlan: Hashable, Sendable {
    private(set) var isUnread = false
    /// Nil for both.
    private(set) var isStarred: Bool?
    private(set) var dates: [FilterDates] = []
    /// The tests of feeds.
    private(set) var feeds: [FilterExpression] = []
    /// The tests that no index answers.
    private(set) var rest: [FilterExpression] = []
    /// Everything except being unread, so that a mark of many items need not move them.
    private(set) var kept: [FilterExpression] = []

    init(_ filter: FilterExpression) {
        for part in filter.conjuncts {
            if case .test(.isRead(false)) = part.positive {
                isUnread = true
                continue
            }
            kept.append(part)
            switch part.positive {
            case .test(.isStarred(let value)) where isStarred ?? value == value: isStarred = value
            case .test(.date(let range)): dates.append(range)
            case let part where part.isOfFeed: feeds.append(part)
            default: rest.append(part)
            }
        }
    }

    /// Whether its items must be kept in a table, because no index has them in order.
    var isKept: Bool { !rest.isEmpty }
}

extension FilterExpression {
    /// Without a “not” that a test of a mark can absorb.
    fileprivate var positive: FilterExpression {
        switch self {
        case .not(.test(.isRead(let value))): .test(.isRead(!value))
        case .not(.test(.isStarred(let value))): .test(.isStarred(!value))
        default: self
        }
    }
}
