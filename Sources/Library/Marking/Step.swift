package import FoundationEssentials
import SQLite
import System

/// A user action in the journal, which can be undone and redone.
package struct Step: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case marked(Mark)
        /// The actions of rules on new items.
        case ruled
        /// The marks that a sync took from a server.
        case synced(Synced)
        /// Consecutively opened articles, which were marked read.
        case opened
        /// With the feeds' lines in the urls file, for restoring them.
        case subscribed([FeedID], said: [String])
        /// With the feeds' lines in the urls file, for restoring them.
        case unsubscribed([FeedID], said: [String])
        /// The same by a sync, because another device has removed them.
        case removedElsewhere([FeedID], said: [String])
        /// An import from another reader.
        case imported(Import)
        /// A feed got the user's own title, or lost it; hence the optionals. With its lines in the urls file before and
        /// after, if known.
        case renamed(FeedID, from: String?, to: String?, said: [String])
        /// A feed's lines in the urls file changed.
        case edited(Edit)
        /// Feeds went into other folders or groups.
        case moved(Moves)
    }

    /// A change that its maker can undo and redo, from the state before and after.
    package struct Edit: Equatable, Sendable {
        /// In the imperative: “change the tags of LWN”.
        package let words: String
        /// Nil for a line that didn't exist, or no longer does.
        package let before: String?
        package let after: String?
        /// The notes about the URL that a feed has left by this step or by undoing it.
        private(set) var left: AddressNotes?

        package init(_ words: String, before: String?, after: String?) {
            self.words = words
            self.before = before
            self.after = after
        }

        func leaving(_ notes: AddressNotes) -> Edit {
            var edit = self
            edit.left = notes
            return edit
        }
    }

    /// What moves feeds, in the imperative, and where they were before and after.
    package struct Moves: Equatable, Sendable {
        package let words: String
        /// The folder that gets another name by it.
        package let renaming: FolderRenaming?
        /// Those of servers.
        let feeds: [Move]
        /// Those of the urls file, in the order in which they were moved.
        package var lines: [Edit] = []

        var isInUrlsFile: Bool { !lines.isEmpty || renaming?.isInFile == true }
    }

    struct Move: Equatable, Sendable {
        let feed: FeedID
        let from: [String]
        let to: [String]

        init(feed: FeedID, from: [String], to: [String]) {
            (self.feed, self.from, self.to) = (feed, from.asTags, to.asFolders.folders.asTags)
        }

        var reversed: Move { Move(feed: feed, from: to, to: from) }
    }

    /// What undoing an import removes: its feeds, with their lines in the urls file, and its marks on items that
    /// existed before.
    package struct Import: Equatable, Sendable {
        package let feeds: [FeedID]
        package let said: [String]
        let marks: [ItemMarks]

        var isEmpty: Bool { feeds.isEmpty && said.isEmpty && marks.isEmpty }
    }

    /// The marks that one sync took from a server, in their order.
    package struct Synced: Equatable, Sendable {
        let sync: SyncNumber
        var marks: [ItemMarks]
    }

    /// The items that got a mark.
    struct ItemMarks: Equatable, Sendable {
        let mark: Mark
        let items: ItemSet
    }

    package let id: Int64
    package let action: Action
    /// The time that it took; the journal has no other step in between.
    package let time: ClosedRange<Date>
    /// The items that it changed.
    package let items: ItemSet
    package let isUndone: Bool
    /// Whether this installation is known to have written its lines of the urls file.
    package let isOwn: Bool
    /// The title of the item or feed that it changed; nil for several, and if there is no title.
    package internal(set) var title: String?
}

/// The result of undoing or redoing a step.
package struct StepOutcome: Equatable, Sendable {
    package let action: Step.Action
    /// The number of items, or feeds, as they were before or after the step.
    package let count: Int
    /// The number left alone because something else has changed them since.
    package let skipped: Int
}

extension Step.Action {
    /// Whether it also changes the urls file, which must be changed back on undo.
    var isInUrlsFile: Bool {
        switch self {
        case .subscribed, .unsubscribed, .removedElsewhere, .imported, .renamed, .edited: true
        case .moved(let moves): moves.isInUrlsFile
        case .marked, .ruled, .synced, .opened: false
        }
    }

    /// Whether undo takes it back without being told what: the user made it, or misses what it removed.
    package var isOfUser: Bool {
        switch self {
        case .ruled, .synced: false
        case .marked, .opened, .subscribed, .unsubscribed, .removedElsewhere, .imported, .renamed, .edited, .moved: true
        }
    }
}

/// Names each kind of step in the imperative, for “Undid: …” and the undo history.
extension Step.Action {
    /// “mark 132 items read”.
    ///
    /// A single item or feed can have its title there.
    package func words(count: Int, title: String? = nil) -> String {
        let items = title.map { "“\($0)”" } ?? count.counted("item")
        let feeds = title.map { "“\($0)”" } ?? count.counted("feed")
        return switch self {
        case .marked(.state(let state, let value)): state.words(value, items)
        case .marked(.deleted): "delete \(items)"
        case .marked(.tagged(let tag)): "add the tag “\(tag)” to \(items)"
        case .marked(.untagged(let tag)): "remove the tag “\(tag)” from \(items)"
        case .ruled: "change \(items) by rules"
        case .synced: "change \(items) by a sync"
        case .opened: "mark \(items) read by opening \(count == 1 ? "it" : "them")"
        case .subscribed: "add \(feeds)"
        case .unsubscribed, .removedElsewhere: "remove \(feeds)"
        case .imported: count == 0 ? "import" : "import \(feeds)"
        case .renamed(_, _, let title?, _): "rename a feed to “\(title)”"
        case .renamed(_, _, nil, _): "restore a feed's own title"
        case .edited(let edit): edit.words
        case .moved(let moves): moves.words
        }
    }
}

extension StepOutcome {
    /// “mark 132 items read (kept 3 changed since then)”.
    var words: String {
        action.words(count: count) + (skipped == 0 ? "" : " (kept \(skipped) changed since then)")
    }

    /// The same words, but with the name of a single feed that was added or removed.
    package func words(naming name: (FeedID) -> String?) -> String {
        guard let name = single.flatMap(name) else { return words }
        return action.isAddition ? "add \(name)" : "remove \(name)"
    }

    /// The feed that was added or removed, if it is the only one.
    private var single: FeedID? {
        switch action {
        case .subscribed(let feeds, _), .unsubscribed(let feeds, _), .removedElsewhere(let feeds, _):
            feeds.count == 1 ? feeds[0] : nil
        default: nil
        }
    }
}

extension Step.Action {
    fileprivate var isAddition: Bool { if case .subscribed = self { true } else { false } }
}

/// Who made a step of the journal, as far as undo must know.
enum StepMaker {
    case user, rules, sync

    /// The condition for its steps in the journal.
    var condition: String {
        switch self {
        case .user: "kind NOT IN ('rules', 'sync')"
        case .rules: "kind = 'rules'"
        case .sync: "kind = 'sync'"
        }
    }
}

/// A step as the undo history lists it.
extension Step {
    /// Who made it.
    package enum Author: String, Sendable {
        case you
        case rules
        case sync
        case `import`
    }

    package var author: Author {
        switch action {
        case .ruled: .rules
        case .synced, .removedElsewhere: .sync
        case .imported: .import
        case .marked, .opened, .subscribed, .unsubscribed, .renamed, .edited, .moved: .you
        }
    }

    /// “mark 132 items read”, or “mark “Title” read”.
    package var words: String {
        switch action {
        case .subscribed(let feeds, _), .unsubscribed(let feeds, _), .removedElsewhere(let feeds, _):
            action.words(count: feeds.count, title: title)
        case .imported(let taken): action.words(count: taken.feeds.count)
        case .marked, .ruled, .synced, .opened, .renamed, .edited, .moved:
            action.words(count: items.count, title: title)
        }
    }
}

// The journal stores a step as a word for its kind and, if necessary, a detail: a text or several fields.
extension Step.Action {
    var kind: String {
        switch self {
        case .marked(.state(let state, let value)): state.kind(value)
        case .marked(.deleted): "delete"
        case .marked(.tagged): "tag"
        case .marked(.untagged): "untag"
        case .ruled: "rules"
        case .synced: "sync"
        case .opened: "open"
        case .subscribed: "subscribe"
        case .unsubscribed: "unsubscribe"
        case .removedElsewhere: "sync-remove"
        case .imported: "import"
        case .renamed: "rename"
        case .edited: "edit"
        case .moved: "move"
        }
    }

    var detail: String? {
        switch self {
        case .marked(.tagged(let tag)), .marked(.untagged(let tag)): tag
        case .subscribed(let feeds, let said), .unsubscribed(let feeds, let said),
            .removedElsewhere(let feeds, let said):
            ([feeds.text] + said).joinedAsFields
        case .imported(let taken):
            ([taken.feeds.text, taken.marks.text] + taken.said).joinedAsFields
        case .renamed(let feed, let old, let new, let said):
            (["\(feed.rawValue)\n\(old ?? "")\n\(new ?? "")"] + said).joinedAsFields
        case .edited(let edit):
            ([edit.words, edit.before ?? "", edit.after ?? ""] + [edit.left?.text].compactMap(\.self)).joinedAsFields
        case .synced(let synced): ["\(synced.sync.number)", synced.marks.text].joinedAsFields
        case .moved(let moves): moves.fields.joinedAsFields
        case .marked, .ruled, .opened: nil
        }
    }

    /// Fails for steps of a newer lede and invalid ones.
    init?(kind: String, detail: String?) {
        if let mark = ItemState.mark(ofKind: kind) {
            self = .marked(mark)
            return
        }
        switch (kind, detail) {
        case ("delete", _): self = .marked(.deleted)
        case ("tag", let tag?): self = .marked(.tagged(tag))
        case ("untag", let tag?): self = .marked(.untagged(tag))
        case ("rules", _): self = .ruled
        case ("sync", let detail?):
            let parts = detail.fields
            guard parts.count == 2, let number = Int64(parts[0]), let marks = [Step.ItemMarks](text: parts[1]) else {
                return nil
            }
            self = .synced(Step.Synced(sync: SyncNumber(number), marks: marks))
        case ("open", _): self = .opened
        case ("subscribe", let detail?):
            let (feeds, said) = Self.feeds(in: detail)
            self = .subscribed(feeds, said: said)
        case ("unsubscribe", let detail?):
            let (feeds, said) = Self.feeds(in: detail)
            self = .unsubscribed(feeds, said: said)
        case ("sync-remove", let detail?):
            let (feeds, said) = Self.feeds(in: detail)
            self = .removedElsewhere(feeds, said: said)
        case ("import", let detail?):
            let (feeds, rest) = Self.feeds(in: detail)
            guard let marks = rest.first.flatMap([Step.ItemMarks].init(text:)) else { return nil }
            self = .imported(Step.Import(feeds: feeds, said: Array(rest.dropFirst()), marks: marks))
        case ("rename", let detail?):
            let fields = detail.fields
            let parts = fields[0].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let feed = Int64(parts[0]) else { return nil }
            self = .renamed(
                FeedID(feed), from: parts[1].isEmpty ? nil : parts[1], to: parts[2].isEmpty ? nil : parts[2],
                said: Array(fields.dropFirst()))
        case ("edit", let detail?):
            let parts = detail.fields
            guard parts.count >= 3 else { return nil }
            let (before, after) = (parts[1], parts[2])
            let edit = Step.Edit(parts[0], before: before.isEmpty ? nil : before, after: after.isEmpty ? nil : after)
            let left = parts.count > 3 ? AddressNotes(text: parts[3]) : nil
            self = .edited(left.map(edit.leaving) ?? edit)
        case ("move", let detail?):
            guard let moves = Step.Moves(detail.fields) else { return nil }
            self = .moved(moves)
        default: return nil
        }
    }

    /// The feeds of a step, with their lines in the urls file.
    private static func feeds(in detail: String) -> (feeds: [FeedID], said: [String]) {
        let parts = detail.fields
        return (parts[0].split(separator: " ").compactMap { Int64($0).map(FeedID.init) }, Array(parts.dropFirst()))
    }
}

extension Step {
    static let query = """
        SELECT id, kind, detail, began, ended, items, is_undone, seal IS NOT NULL AND seal = step_seal(kind, detail)
        FROM journal
        """

    /// Fails if this lede can't read it.
    init?(_ row: borrowing Row) {
        guard let action = Action(kind: row.text(1), detail: row.optionalText(2)), let items = row.itemSet(5) else {
            return nil
        }
        let (began, ended) = (row.date(3), row.date(4))
        self.init(
            id: row.integer(0), action: action, time: began...max(began, ended), items: items, isUndone: row.bool(6),
            isOwn: row.bool(7))
    }
}

extension [FeedID] {
    fileprivate var text: String { map { "\($0.rawValue)" }.joined(separator: " ") }
}

// A field may contain anything, even what stands between fields.
extension [String] {
    fileprivate var joinedAsFields: String {
        map { $0.replacing(escape, with: escapedEscape).replacing(separator, with: escapedSeparator) }
            .joined(separator: separator)
    }
}

extension String {
    fileprivate var fields: [String] {
        split(separator: separator, omittingEmptySubsequences: false).map {
            String($0).replacing(escapedSeparator, with: separator).replacing(escapedEscape, with: escape)
        }
    }
}

/// ASCII's record separator.
private let separator = "\u{1E}"
private let escape = "\u{1D}"
private let escapedSeparator = "\u{1D}\u{1C}"
private let escapedEscape = "\u{1D}\u{19}"

// The words, the renamed folder, and three fields for each feed: of one in the urls file, nothing and its lines before and
// after. Folders are lines.
extension Step.Moves {
    fileprivate var fields: [String] {
        let names = renaming.map { [$0.from, $0.to] + ($0.isInFile ? ["file"] : []) } ?? []
        let moved = feeds.flatMap { ["\($0.feed.rawValue)", $0.from.asFolders, $0.to.asFolders] }
        let edited = lines.flatMap { ["", $0.before ?? "", $0.after ?? ""] }
        return [words, names.asFolders] + moved + edited
    }

    fileprivate init?(_ fields: [String]) {
        guard fields.count % 3 == 2 else { return nil }
        words = fields[0]
        let names = fields[1].folders
        renaming =
            names.count >= 2 ? FolderRenaming(from: names[0], to: names[1], isInFile: names.count == 3) : nil
        let moves = stride(from: 2, to: fields.count, by: 3).map { fields[$0..<$0 + 3] }.map(Array.init)
        feeds = moves.compactMap { move in
            Int64(move[0]).map { Step.Move(feed: FeedID($0), from: move[1].folders, to: move[2].folders) }
        }
        lines = moves.filter { $0[0].isEmpty }.map { [words] in Step.Edit(words, before: $0[1], after: $0[2]) }
    }
}

// A line for each mark: the runs of its items, its kind and, for a tag, the name.
extension [Step.ItemMarks] {
    fileprivate var text: String {
        map { marks in
            let runs = marks.items.runs.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
            let action = Step.Action.marked(marks.mark)
            return "\(runs) \(action.kind)" + (action.detail.map { " \($0)" } ?? "")
        }.joined(separator: "\n")
    }

    fileprivate init?(text: String) {
        self = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count >= 2, let items = ItemSet(runs: parts[0]) else { return nil }
            let detail = parts.count > 2 ? String(parts[2]) : nil
            guard case .marked(let mark) = Step.Action(kind: String(parts[1]), detail: detail) else { return nil }
            append(Step.ItemMarks(mark: mark, items: items))
        }
    }
}

extension ItemSet {
    fileprivate init?(runs text: Substring) {
        self.init()
        for run in text.split(separator: ",") {
            let ends = run.split(separator: "-").compactMap { Int64($0) }
            guard ends.count == 2, ends[0] > (last?.rawValue ?? 0), ends[1] >= ends[0] else { return nil }
            append(ends[0]...ends[1])
        }
    }
}
