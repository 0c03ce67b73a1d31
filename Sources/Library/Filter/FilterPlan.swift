/// How the items of a query are found: what lists have indexes for, and the rest.
struct FilterPlan: Hashable, Sendable {
    private(set) var isUnread = false
    /// Nil where both are meant.
    private(set) var isStarred: Bool?
    private(set) var dates: [FilterDates] = []
    /// What is asked of feeds.
    private(set) var feeds: [FilterExpression] = []
    /// What no index answers.
    private(set) var rest: [FilterExpression] = []
    /// Everything but that they are unread: a mark of many then need not move them.
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

    /// Whether its items have to be kept, as no index has them in their order.
    var isKept: Bool { !rest.isEmpty }
}

extension FilterExpression {
    /// Without a not that a test of a mark can take in.
    fileprivate var positive: FilterExpression {
        switch self {
        case .not(.test(.isRead(let value))): .test(.isRead(!value))
        case .not(.test(.isStarred(let value))): .test(.isStarred(!value))
        default: self
        }
    }
}
