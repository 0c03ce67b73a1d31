package import FoundationEssentials
import Locks
import SQLite
package import Signals

/// New items that matched a rule with a notification or a command.
package struct RuleFiring: Equatable, Sendable {
    package let rule: Rule
    package let items: ItemSet
}

extension Library {
    /// The rules for new items from now on, in the order to try them.
    package func follow(rules: [Rule]) { self.rules.withLock { $0 = rules } }

    /// The matches of rules with a notification or a command, after each stored batch.
    package var ruleFirings: Signal<RuleFiring, Never> { firingsSubject.signal }

    /// The number of stored items that a rule would match, including copies in other feeds.
    package func preview(of rule: Rule, now: Date = Date()) throws(LibraryFailure) -> (touched: Int, items: Int) {
        try read { database in
            let sql = try FilterSQL(rule.filter.expression, of: .all, at: now, using: .all, in: database)
            let isFollowed = "states.feed IN (SELECT id FROM feeds WHERE is_subscribed)"
            let touched = try database.first(
                "SELECT count(*) FROM \(FilterSQL.tables) WHERE \(isFollowed) AND \(sql.condition)", Each(sql.values)
            ) { $0.int(0) }
            let items = try database.first("SELECT count(*) FROM states WHERE is_deleted = 0 AND \(isFollowed)") {
                $0.int(0)
            }
            return (touched ?? 0, items ?? 0)
        }
    }
}
