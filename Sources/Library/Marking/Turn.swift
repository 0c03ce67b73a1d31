/// How a mark changes the states of items, and which items it changes.
struct Turn {
    /// The states that decide the counts.
    struct Subject {
        let isListed: Bool
        let isRead: Bool
        let isStarred: Bool
    }

    /// Changes to counts.
    struct Change: Equatable {
        var items = 0
        var unread = 0
        var starred = 0
    }

    /// The columns that it sets; if it `setsTime`, `?3` is the mark's time.
    let assignments: String
    let setsTime: Bool
    /// The state that an item must have for this to change it.
    let condition: String
    let change: @Sendable (Subject) -> Change
    /// Whether items return to lists; which ones, is known only then.
    let restores: Bool
    /// Whether items leave all lists.
    let deletes: Bool

    /// The turn of a mark; nil for tags, which have their own table.
    init?(_ mark: Mark) {
        switch mark {
        case .read: self = .read(setting: "is_read = 1, read_at = ?3", setsTime: true)
        case .unread: self = .unread
        case .starred: self = .starred(setting: "is_starred = 1, starred_at = ?3", setsTime: true)
        case .unstarred: self = .unstarred
        case .deleted: self = .deleted
        case .tagged, .untagged: return nil
        }
    }

    /// Undoes a mark. All later changes of the items have been undone before.
    init?(undoing mark: Mark) {
        switch mark {
        case .read: self = .unread
        case .unread: self = .read(setting: "is_read = 1")
        case .starred: self = .unstarred
        case .unstarred: self = .starred(setting: "is_starred = 1")
        case .deleted: self = .restored
        case .tagged, .untagged: return nil
        }
    }

    private init(
        assignments: String, setsTime: Bool = false, condition: String, restores: Bool = false, deletes: Bool = false,
        change: @escaping @Sendable (Subject) -> Change
    ) {
        self.assignments = assignments
        self.setsTime = setsTime
        self.condition = condition
        self.restores = restores
        self.deletes = deletes
        self.change = change
    }

    private static func read(setting assignments: String, setsTime: Bool = false) -> Turn {
        Turn(assignments: assignments, setsTime: setsTime, condition: "is_deleted = 0 AND is_read = 0") { _ in
            Change(unread: -1)
        }
    }

    private static let unread = Turn(assignments: "is_read = 0", condition: "is_deleted = 0 AND is_read = 1") { _ in
        Change(unread: 1)
    }

    private static func starred(setting assignments: String, setsTime: Bool = false) -> Turn {
        Turn(assignments: assignments, setsTime: setsTime, condition: "is_deleted = 0 AND is_starred = 0") { _ in
            Change(starred: 1)
        }
    }

    private static let unstarred = Turn(
        assignments: "is_starred = 0", condition: "is_deleted = 0 AND is_starred = 1"
    ) { _ in
        Change(starred: -1)
    }

    private static let deleted = Turn(
        assignments: "is_deleted = 1, is_listed = 0", condition: "is_deleted = 0", deletes: true
    ) { item in
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
