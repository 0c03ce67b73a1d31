package import FoundationEssentials
import SQLite
package import Signals
import System

/// What to do with new items, as a line of the config file: `on new FILTER do ACTION`.
package struct Rule: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case mark(Mark)
        /// Notifies the user.
        case notify
        /// Runs this shell command with the items.
        case run(String)
    }

    package let filter: Filter
    package let action: Action
    /// As it was typed.
    package let text: String
    /// Its position, for the user: `config:12`.
    package let place: String

    /// Parses the part after `on`: `new FILTER do mark-read`.
    package init(_ text: String, place: String) throws(FilterProblem) {
        let (event, rest) = text[...].firstWord
        guard event == "new" else { throw FilterProblem("expected “new”: rules apply to new items", column: 1) }
        let filterText = String(rest)
        let start = text.unicodeScalars.count - filterText.unicodeScalars.count
        let (filter, action) = try Self.shifted(by: start) { () throws(FilterProblem) in
            let (filter, rest) = try Filter.prefix(of: filterText, upTo: "do")
            let column = filterText.unicodeScalars.count - rest.unicodeScalars.count + 1
            return (filter, try Action(rest.trimmingSpaces, at: column))
        }
        self.init(filter, action, text: text, place: place)
    }

    /// Parses the part after newsboat's `ignore-article`: a URL, `*` or `regex:…`, and a filter. lede stores these
    /// items and hides them, so that they don't come again and undo can restore them.
    package init(ignoringArticles text: String, place: String) throws(FilterProblem) {
        let (address, rest) = text[...].firstWord
        let start = text.unicodeScalars.count - rest.unicodeScalars.count
        let whole = rest.first == "\"" ? rest.firstWord.word : String(rest)
        let filter = try Self.shifted(by: start) { () throws(FilterProblem) in try Filter(whole) }
        let feeds: Filter? =
            switch address {
            case "*": nil
            case _ where address.hasPrefix("regex:"):
                try Filter(FilterAttribute.address, .matches, String(address.dropFirst("regex:".count)))
            default: try Filter(FilterAttribute.address, .equals, address)
            }
        self.init(feeds.map(filter.and) ?? filter, .mark(.deleted), text: text, place: place)
    }

    /// Queues new items that match a filter and have an audio or video file, unless their pages play: those of one feed, or
    /// of all but some.
    package init(
        enqueueing filter: String?, of feed: String?, except others: [String] = [], pagesPlay: Bool = false,
        place: String
    ) throws(FilterProblem) {
        var whole = try Filter(Article.Enclosure.playableFilter + (pagesPlay ? " or link != \"\"" : ""))
        if let filter { whole = whole.and(try Filter(filter)) }
        if let feed { whole = whole.and(try Filter(FilterAttribute.address, .equals, feed)) }
        for other in others { whole = whole.and(try Filter(FilterAttribute.address, .differs, other)) }
        self.init(whole, .mark(.queued), text: "enqueue \(filter ?? "yes")", place: place)
    }

    private init(_ filter: Filter, _ action: Action, text: String, place: String) {
        self.filter = filter
        self.action = action
        self.text = String(text.trimmingSpaces)
        self.place = place
    }

    /// Reports mistakes in the rest of a line with their position in the whole line.
    private static func shifted<Result>(
        by start: Int, _ body: () throws(FilterProblem) -> Result
    ) throws(FilterProblem) -> Result {
        do { return try body() } catch { throw FilterProblem(error.reason, column: error.column + start) }
    }
}

extension Rule.Action {
    /// The actions, and whether a value must follow.
    fileprivate init(_ text: Substring, at column: Int) throws(FilterProblem) {
        let (word, rest) = text.firstWord
        let value = rest.first == "\"" && rest.firstWord.rest.isEmpty ? rest.firstWord.word : String(rest)
        let state = ItemState.allCases.first { $0.ruleAction.word == word }
        switch word {
        case _ where state != nil: self = .mark(state.map { .state($0, true) } ?? .read)
        case "hide": self = .mark(.deleted)
        case "notify": self = .notify
        case "tag" where !value.isEmpty: self = .mark(.tagged(value))
        case "run" where !value.isEmpty: self = .run(value)
        case "tag", "run": throw FilterProblem("“\(word)” needs something after it", column: column)
        default:
            throw FilterProblem(
                "expected an action: mark-read, star, enqueue, tag NAME, hide, notify or run COMMAND", column: column)
        }
        let wantsNothing = state != nil || ["hide", "notify"].contains(word)
        guard !wantsNothing || value.isEmpty else {
            throw FilterProblem("unexpected “\(value)” after “\(word)”", column: column)
        }
    }

    /// What it does to an item, for the article's head.
    var done: String {
        switch self {
        case .mark(.state(let state, _)): state.ruleAction.done
        case .mark(.tagged(let tag)): "tagged “\(tag)”"
        case .mark: "hidden"
        case .notify: "reported"
        case .run: "passed to a command"
        }
    }
}

extension Substring {
    /// The first word, quoted or not, and the rest after the spaces.
    fileprivate var firstWord: (word: String, rest: Substring) {
        let text = drop(while: \.isWhitespace)
        guard text.first == "\"" else {
            let word = text.prefix { !$0.isWhitespace }
            return (String(word), text[word.endIndex...].drop(while: \.isWhitespace))
        }
        var word = ""
        var index = text.index(after: text.startIndex)
        while index < text.endIndex, text[index] != "\"" {
            let next = text.index(after: index)
            if text[index] == "\\", next < text.endIndex, text[next] == "\"" || text[next] == "\\" { index = next }
            word.append(text[index])
            index = text.index(after: index)
        }
        return (word, text[index...].dropFirst().drop(while: \.isWhitespace))
    }
}

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
        case .state(let state, _) where state.isOfWholeStory: try make(mark, of: .items(items), at: time)
        case .tagged, .untagged: try make(mark, of: .items(items), at: time)
        case .state, .deleted: try makeAlone(mark, of: items, at: time)
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
        if let change = undoing ? StateChange(undoing: mark) : StateChange(mark) {
            return try apply(change, to: items, at: time)
        }
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
