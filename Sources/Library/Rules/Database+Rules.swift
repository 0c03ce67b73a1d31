import FoundationEssentials
import SQLite

// The journal has one step for the rules of a refresh, and beside it which rule did what to which item.
extension Database {
    /// Applies rules to new items, in the transaction that stores them.
    func apply(_ rules: [Rule], toNew items: ItemSet, at now: Date) throws -> ([LibraryChange], [RuleFiring]) {
        guard !rules.isEmpty, !items.isEmpty else { return ([], []) }
        let time = try timeOfStep(at: now)
        var done: [(rule: Rule, mark: Mark, items: ItemSet)] = []
        var firings: [RuleFiring] = []
        for rule in rules {
            let matching = try self.items(of: items, matching: rule.filter.expression, at: now)
            guard !matching.isEmpty else { continue }
            guard case .mark(let mark) = rule.action else {
                firings.append(RuleFiring(rule: rule, items: matching))
                continue
            }
            let changed = try make(mark, ofNew: matching, at: time)
            if !changed.isEmpty { done.append((rule, mark, changed)) }
        }
        let touched = done.reduce(ItemSet()) { $0.union($1.items) }
        if !touched.isEmpty {
            let step = try recordRules(touched, at: time)
            for (rule, _, items) in done { try record(rule, items, inStep: step) }
        }
        return (done.map { .marked($0.mark, $0.items) }, firings)
    }

    /// Stars and tags apply to the story. Reading or hiding one copy says only that this feed need not bring it.
    private func make(_ mark: Mark, ofNew items: ItemSet, at time: Date) throws -> ItemSet {
        switch mark {
        case .read, .deleted: return try Turn(mark).map { try turn(items, $0, at: time) } ?? []
        default: return try make(mark, of: .items(items), at: time)
        }
    }

    /// Everything that rules do between two user actions is one step.
    private func recordRules(_ items: ItemSet, at time: Date) throws -> Int64 {
        let last = try first("\(Step.query) ORDER BY id DESC LIMIT 1") { Step($0) } ?? nil
        guard let last, last.action == .ruled, !last.isUndone else {
            try addStep(.ruled, items, at: time)
            return try lastInsertedStep
        }
        try run("UPDATE journal SET ended = ?, items = ? WHERE id = ?", time, last.items.union(items), last.id)
        return last.id
    }

    private var lastInsertedStep: Int64 {
        get throws { try first("SELECT max(id) FROM journal") { $0.integer(0) } ?? 0 }
    }

    private func record(_ rule: Rule, _ items: ItemSet, inStep step: Int64) throws {
        guard case .mark(let mark) = rule.action else { return }
        let action = Step.Action.marked(mark)
        let known = try first(
            """
            INSERT INTO rules (text, place, mark, detail) VALUES (?, ?, ?, ?)
            ON CONFLICT (text, place) DO UPDATE SET place = excluded.place RETURNING id
            """, rule.text, rule.place, action.kind, action.detail
        ) { $0.integer(0) }
        guard let known else { return }
        let insert = try statement("INSERT OR REPLACE INTO rule_items (item, rule, step) VALUES (?, ?, ?)")
        for item in items { try insert.run(item, known, step) }
    }

    /// Undoes or redoes what rules did in a step; returns the changed items and the changes to report.
    func toggleRules(of step: Step, undoing: Bool) throws -> (changed: ItemSet, changes: [LibraryChange]) {
        let rules = try all(
            """
            SELECT DISTINCT rule, mark, detail FROM rule_items JOIN rules ON rules.id = rule WHERE step = ?
            ORDER BY rule
            """, step.id
        ) { ($0.integer(0), Step.Action(kind: $0.text(1), detail: $0.optionalText(2))) }
        var changed = ItemSet()
        var changes: [LibraryChange] = []
        for case (let rule, .marked(let mark)?) in undoing ? rules.reversed() : rules {
            let items = ItemSet(
                try all("SELECT item FROM rule_items WHERE rule = ? AND step = ?", rule, step.id) {
                    ItemID($0.integer(0))
                })
            let taken = try toggle(mark, of: items, undoing: undoing, at: step.time.lowerBound)
            // If something else has changed it since, it is no longer the rule's change.
            for item in items.subtracting(taken) {
                try run("DELETE FROM rule_items WHERE item = ? AND rule = ?", item, rule)
            }
            changed = changed.union(taken)
            changes.append(.making(mark, of: taken, undoing: undoing))
        }
        try run("UPDATE rule_items SET is_undone = ? WHERE step = ?", undoing, step.id)
        return (changed, changes)
    }

    private func toggle(_ mark: Mark, of items: ItemSet, undoing: Bool, at time: Date) throws -> ItemSet {
        if let turn = undoing ? Turn(undoing: mark) : Turn(mark) { return try self.turn(items, turn, at: time) }
        return try tag(items, undoing ? mark.opposite ?? mark : mark)
    }

    func reasons(for item: ItemID) throws -> [String] {
        try all(
            """
            SELECT text, place, mark, detail FROM rule_items JOIN rules ON rules.id = rule
            WHERE item = ? AND is_undone = 0 ORDER BY rule
            """, item
        ) { row -> String? in
            guard case .marked(let mark)? = Step.Action(kind: row.text(2), detail: row.optionalText(3)) else {
                return nil
            }
            return "\(Rule.Action.mark(mark).done) by the rule in \(row.text(1)): \(row.text(0))"
        }.compactMap { $0 }
    }
}
