import FoundationEssentials
import Glibc
import SQLite

/// The conditions of a search besides its words.
struct SearchConditions: Equatable, Sendable {
    /// Parts of titles or URLs of feeds; any of them matches.
    var feeds: [String] = []
    fileprivate var excludedFeeds: [String] = []
    /// All of them must match.
    var tags: [String] = []
    fileprivate var excludedTags: [String] = []
    var isRead: Bool?
    var isStarred: Bool?
    /// From this time on.
    var after: Date?
    /// Before this time.
    var before: Date?

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

/// The dates of a search: `2026-01-31`, `2026-01`, `2026`, `today`, `yesterday`, and ages such as `12h`, `7d`, `2w`,
/// `3m` and `1y`. Days begin in the local time zone.
enum SearchDate {
    /// The start of the date.
    static func instant(_ text: String, now: Date) -> Date? {
        switch text {
        case "today": startOfDay(0, before: now)
        case "yesterday": startOfDay(1, before: now)
        default: age(text).map { now.addingTimeInterval(-$0) } ?? day(text)
        }
    }

    /// An age in seconds.
    static func age(_ text: String) -> Double? {
        let hours: [Character: Double] = ["h": 1, "d": 24, "w": 24 * 7, "m": 24 * 30.44, "y": 24 * 365.25]
        guard let unit = text.last.flatMap({ hours[$0] }), let count = number(text.dropLast(), digits: 1...4) else {
            return nil
        }
        return Double(count) * unit * 3600
    }

    private static func day(_ text: String) -> Date? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let year = number(parts[0], digits: 4...4), year >= 1900 else {
            return nil
        }
        let month = parts.count > 1 ? number(parts[1], digits: 1...2) : 1
        let day = parts.count > 2 ? number(parts[2], digits: 1...2) : 1
        guard let month, let day, (1...12).contains(month), (1...31).contains(day) else { return nil }
        return midnight(year: year, month: month, day: day)
    }

    private static func startOfDay(_ days: Int32, before now: Date) -> Date? {
        var seconds = time_t(now.timeIntervalSince1970)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return nil }
        return midnight(year: local.tm_year + 1900, month: local.tm_mon + 1, day: local.tm_mday - days)
    }

    private static func midnight(year: Int32, month: Int32, day: Int32) -> Date? {
        var local = tm()
        local.tm_year = year - 1900
        local.tm_mon = month - 1
        local.tm_mday = day
        // mktime decides whether summer time applies.
        local.tm_isdst = -1
        return Date(timeIntervalSince1970: Double(mktime(&local)))
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int32? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int32(text)
    }
}

/// The conditions of a search in SQL, over the table `states`.
struct SearchFilter {
    private(set) var sql: String
    /// The values of its parameters.
    private(set) var values: [String] = []

    init(_ conditions: SearchConditions, in database: Database) throws {
        // In a single feed a copy counts as an item; several feeds show the story once.
        sql = conditions.feeds.isEmpty ? "is_listed = 1" : "is_deleted = 0"
        if let isRead = conditions.isRead { sql += " AND is_read = \(isRead ? 1 : 0)" }
        if let isStarred = conditions.isStarred {
            sql += " AND is_starred = \(isStarred ? 1 : 0)\(isStarred ? " AND is_deleted = 0" : "")"
        }
        if let after = conditions.after { sql += " AND date >= \(after.milliseconds)" }
        if let before = conditions.before { sql += " AND date < \(before.milliseconds)" }
        let named = [(conditions.feeds, "IN"), (conditions.excludedFeeds, "NOT IN")].filter { !$0.0.isEmpty }
        if !named.isEmpty {
            let feeds = try FeedNames(in: database)
            for (names, isIn) in named { sql += " AND states.feed \(isIn) (\(feeds.list(naming: names)))" }
        }
        for tag in conditions.tags { add(tag, isExcluded: false) }
        for tag in conditions.excludedTags { add(tag, isExcluded: true) }
    }

    private mutating func add(_ tag: String, isExcluded: Bool) {
        let (condition, tags) = Self.hasTag(tag)
        sql += " AND \(isExcluded ? "NOT " : "")(\(condition))"
        values += tags
    }

    /// SQL for an item or feed with a tag, and the values of its parameters.
    static func hasTag(_ tag: String) -> (sql: String, values: [String]) {
        (
            """
            states.feed IN (SELECT feed FROM feed_tags WHERE tag = ? COLLATE NOCASE)
                OR EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item AND tag = ? COLLATE NOCASE)
            """, [tag, tag]
        )
    }
}

/// The names of the user's feeds.
struct FeedNames {
    private var feeds: [(id: Int64, name: [UInt8], url: String)] = []

    init(in database: Database) throws {
        try database.each(
            "SELECT id, coalesce(own_title, '') || ' ' || coalesce(title, ''), url FROM feeds WHERE is_subscribed"
        ) { row in
            feeds.append((row.integer(0), Self.folded(row.text(1)), row.text(2).lowercased()))
        }
    }

    /// For SQL, the feeds whose title or URL contains one of these texts.
    func list(naming texts: [String]) -> String {
        let wanted = texts.map { (name: Self.folded($0), address: $0.lowercased()) }
        let found = feeds.filter { feed in
            wanted.contains { feed.name.holds($0.name) || feed.url.contains($0.address) }
        }
        return found.map { "\($0.id)" }.joined(separator: ", ")
    }

    /// The words alone, each after a space.
    private static func folded(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        WordScanner.scan(text.utf8.span, isQuery: true) { word, _ in
            folded.append(UInt8(ascii: " "))
            for index in 0..<word.count { folded.append(word[index]) }
        }
        return folded
    }
}

extension [UInt8] {
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard !part.isEmpty, part.count <= count else { return false }
        return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
    }
}
