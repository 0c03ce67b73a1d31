package import FoundationEssentials
import Locks
import SQLite
package import Signals

/// Items that came in and that a rule tells somebody of.
package struct RuleFiring: Equatable, Sendable {
    package let rule: Rule
    package let items: ItemSet
}

extension Library {
    /// The rules for what comes in from now on, in the order in which they are tried.
    package func follow(rules: [Rule]) { self.rules.withLock { $0 = rules } }

    /// What rules want told of, or given to a command, after each batch that was stored.
    package var ruleFirings: Signal<RuleFiring, Never> { firingsSubject.signal }

    /// How many of all items a rule would touch, were they new: copies in other feeds, too, as those are new there.
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
