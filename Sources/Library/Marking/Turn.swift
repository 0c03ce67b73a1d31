/// How a mark changes the states of items, and of which it does.
struct Turn {
    /// What it is about an item that counts depend on.
    struct Subject {
        let isListed: Bool
        let isRead: Bool
        let isStarred: Bool
    }

    /// By how much counts change.
    struct Change: Equatable {
        var items = 0
        var unread = 0
        var starred = 0
    }

    /// The columns that it sets; `?3` is the time of the mark.
    let assignments: String
    /// What an item must be for this to change it; `?3` and `?4` are when the step began and ended that it belongs to.
    let condition: String
    let change: @Sendable (Subject) -> Change
    /// Whether items come back into lists, and which is found out only then.
    var restores = false

    /// What a mark does; nil for tags, which lie elsewhere.
    init?(_ mark: Mark) {
        switch mark {
        case .read: self = .read(setting: "is_read = 1, read_at = ?3", of: "is_deleted = 0 AND is_read = 0")
        case .unread: self = .unread(of: "is_deleted = 0 AND is_read = 1")
        case .starred:
            self = .starred(setting: "is_starred = 1, starred_at = ?3", of: "is_deleted = 0 AND is_starred = 0")
        case .unstarred: self = .unstarred(of: "is_deleted = 0 AND is_starred = 1")
        case .deleted: self = .deleted
        case .tagged, .untagged: return nil
        }
    }

    /// What takes a mark back of the items that nobody has changed since.
    init?(undoing mark: Mark) {
        switch mark {
        case .read: self = .unread(of: "is_deleted = 0 AND is_read = 1 AND read_at BETWEEN ?3 AND ?4")
        case .unread:
            self = .read(setting: "is_read = 1", of: "is_deleted = 0 AND is_read = 0 AND \(Self.isNotReadSince)")
        case .starred: self = .unstarred(of: "is_deleted = 0 AND is_starred = 1 AND starred_at BETWEEN ?3 AND ?4")
        case .unstarred:
            self = .starred(
                setting: "is_starred = 1", of: "is_deleted = 0 AND is_starred = 0 AND \(Self.isNotStarredSince)")
        case .deleted: self = .restored
        case .tagged, .untagged: return nil
        }
    }

    /// What makes a mark again that was undone, of the items that nobody has changed since.
    init?(redoing mark: Mark) {
        switch mark {
        // The times of then are still there, so that it can be undone once more.
        case .read:
            self = .read(setting: "is_read = 1", of: "is_deleted = 0 AND is_read = 0 AND read_at BETWEEN ?3 AND ?4")
        case .unread: self = .unread(of: "is_deleted = 0 AND is_read = 1 AND \(Self.isNotReadSince)")
        case .starred:
            self = .starred(
                setting: "is_starred = 1", of: "is_deleted = 0 AND is_starred = 0 AND starred_at BETWEEN ?3 AND ?4")
        case .unstarred: self = .unstarred(of: "is_deleted = 0 AND is_starred = 1 AND \(Self.isNotStarredSince)")
        case .deleted: self = .deleted
        case .tagged, .untagged: return nil
        }
    }

    private init(
        assignments: String, condition: String, restores: Bool = false, change: @escaping @Sendable (Subject) -> Change
    ) {
        self.assignments = assignments
        self.condition = condition
        self.restores = restores
        self.change = change
    }

    private static let isNotReadSince = "(read_at IS NULL OR read_at <= ?4)"
    private static let isNotStarredSince = "(starred_at IS NULL OR starred_at <= ?4)"

    private static func read(setting assignments: String, of condition: String) -> Turn {
        Turn(assignments: assignments, condition: condition) { _ in Change(unread: -1) }
    }

    private static func unread(of condition: String) -> Turn {
        Turn(assignments: "is_read = 0", condition: condition) { _ in Change(unread: 1) }
    }

    private static func starred(setting assignments: String, of condition: String) -> Turn {
        Turn(assignments: assignments, condition: condition) { _ in Change(starred: 1) }
    }

    private static func unstarred(of condition: String) -> Turn {
        Turn(assignments: "is_starred = 0", condition: condition) { _ in Change(starred: -1) }
    }

    private static let deleted = Turn(assignments: "is_deleted = 1, is_listed = 0", condition: "is_deleted = 0") {
        item in
        Change(items: -1, unread: item.isRead ? 0 : -1, starred: item.isStarred ? -1 : 0)
    }

    private static let restored = Turn(
        assignments: "is_deleted = 0, is_listed = feed IN (SELECT id FROM feeds WHERE is_subscribed)",
        condition: "is_deleted = 1", restores: true
    ) { item in
        Change(items: 1, unread: item.isRead ? 0 : 1, starred: item.isStarred ? 1 : 0)
    }
}

extension Turn.Change {
    static func += (sum: inout Turn.Change, change: Turn.Change) {
        sum.items += change.items
        sum.unread += change.unread
        sum.starred += change.starred
    }
}
