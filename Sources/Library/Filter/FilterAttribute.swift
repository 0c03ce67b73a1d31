/// The attributes of items and feeds, by newsboat's names.
enum FilterAttribute: String, CaseIterable, Sendable {
    case title, link, author, content, date, guid, unread, starred, offline
    case enclosureURL = "enclosure_url"
    case enclosureType = "enclosure_type"
    case flags
    case category
    case age
    // The same for all items of a feed.
    case feedTitle = "feedtitle"
    case description
    case feedLink = "feedlink"
    case feedDate = "feeddate"
    case address = "rssurl"
    case unreadCount = "unread_count"
    case totalCount = "total_count"
    case tags
    case feedIndex = "feedindex"
    case latestArticleAge = "latest_article_age"
}

extension FilterAttribute {
    var isOfFeed: Bool {
        switch self {
        case .feedTitle, .description, .feedLink, .feedDate, .address, .unreadCount, .totalCount, .tags, .feedIndex,
            .latestArticleAge:
            true
        case .title, .link, .author, .content, .date, .guid, .unread, .starred, .offline, .enclosureURL, .enclosureType,
            .flags,
            .category, .age:
            false
        }
    }

    /// The value in SQL, as text or number; `?` is the time in milliseconds if it `needsTime`.
    var sql: String {
        switch self {
        case .title: "items.title"
        case .link: "coalesce(items.link, '')"
        case .author: "coalesce(items.author, '')"
        case .content:
            """
            (coalesce((SELECT html FROM contents WHERE contents.item = states.item), '')
                || coalesce((SELECT html FROM full_texts WHERE full_texts.item = states.item), ''))
            """
        case .guid: "coalesce((SELECT guid FROM contents WHERE contents.item = states.item), '')"
        case .date: "strftime('%Y-%m-%dT%H:%M:%SZ', states.date / 1000, 'unixepoch')"
        case .unread: "CASE states.is_read WHEN 0 THEN 'yes' ELSE 'no' END"
        case .starred: "CASE states.is_starred WHEN 0 THEN 'no' ELSE 'yes' END"
        case .offline: "CASE \(Item.hasPage) WHEN 0 THEN 'no' ELSE 'yes' END"
        case .enclosureURL: Self.joined("url", of: "enclosures", where: "is_transcript = 0", inOrderOf: "position")
        case .enclosureType: Self.joined("type", of: "enclosures", where: "is_transcript = 0", inOrderOf: "position")
        case .flags: Self.joined("tag", of: "item_tags", inOrderOf: "tag")
        case .category: Self.joined("name", of: "categories", inOrderOf: "position")
        case .age: "(? - states.date) / 86400000"
        case .feedTitle: "coalesce(feeds.own_title, feeds.title, feeds.url)"
        case .description: "coalesce(feeds.description, '')"
        case .feedLink: "coalesce(feeds.site, '')"
        case .feedDate: "coalesce(strftime('%Y-%m-%dT%H:%M:%SZ', \(Self.newestDate) / 1000, 'unixepoch'), '')"
        case .address: "feeds.url"
        case .unreadCount: "feeds.unread"
        case .totalCount: "feeds.total"
        case .tags:
            """
            coalesce((SELECT group_concat(tag, ' ') FROM (SELECT tag FROM feed_tags WHERE feed = feeds.id ORDER BY tag)), '')
            """
        case .feedIndex:
            """
            (SELECT count(*) FROM feeds AS before WHERE before.is_subscribed AND before.position <= feeds.position)
            """
        case .latestArticleAge: "(? - \(Self.newestDate)) / 86400000"
        }
    }

    var needsTime: Bool { self == .age || self == .latestArticleAge }

    /// SQL with a parameter for whether one of several values equals it; nil for attributes that are text.
    var member: String? {
        switch self {
        case .flags: "EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item AND tag = ?)"
        case .category: "EXISTS (SELECT 1 FROM categories WHERE categories.item = states.item AND name = ?)"
        case .tags: "EXISTS (SELECT 1 FROM feed_tags WHERE feed_tags.feed = feeds.id AND tag = ?)"
        default: nil
        }
    }

    private static let newestDate = """
        (SELECT date FROM states AS newest WHERE newest.feed = feeds.id AND newest.is_deleted = 0
            ORDER BY newest.date DESC LIMIT 1)
        """

    private static func joined(
        _ column: String, of table: String, where condition: String = "1", inOrderOf order: String
    ) -> String {
        """
        coalesce((SELECT group_concat(\(column), ' ') FROM
            (SELECT \(column) FROM \(table) WHERE \(table).item = states.item AND \(condition) ORDER BY \(order))), '')
        """
    }
}
