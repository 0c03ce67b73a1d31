import FoundationEssentials
import SQLite

// The journal stores a step as a word for its kind and, if necessary, a detail: a text or several fields.
extension Step.Action {
    var kind: String {
        switch self {
        case .marked(.read): "read"
        case .marked(.unread): "unread"
        case .marked(.starred): "star"
        case .marked(.unstarred): "unstar"
        case .marked(.deleted): "delete"
        case .marked(.tagged): "tag"
        case .marked(.untagged): "untag"
        case .ruled: "rules"
        case .synced: "sync"
        case .opened: "open"
        case .subscribed: "subscribe"
        case .unsubscribed: "unsubscribe"
        case .imported: "import"
        case .renamed: "rename"
        case .edited: "edit"
        case .moved: "move"
        }
    }

    var detail: String? {
        switch self {
        case .marked(.tagged(let tag)), .marked(.untagged(let tag)): tag
        case .subscribed(let feeds, let said), .unsubscribed(let feeds, let said):
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
        switch (kind, detail) {
        case ("read", _): self = .marked(.read)
        case ("unread", _): self = .marked(.unread)
        case ("star", _): self = .marked(.starred)
        case ("unstar", _): self = .marked(.unstarred)
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

// The words, the renamed folder, and three fields for each feed. Folders are lines.
extension Step.Moves {
    fileprivate var fields: [String] {
        [words, renaming.map { [$0.from, $0.to].asFolders } ?? ""]
            + feeds.flatMap { ["\($0.feed.rawValue)", $0.from.asFolders, $0.to.asFolders] }
    }

    fileprivate init?(_ fields: [String]) {
        guard fields.count % 3 == 2 else { return nil }
        words = fields[0]
        let names = fields[1].folders
        renaming = names.count == 2 ? FolderRenaming(from: names[0], to: names[1]) : nil
        feeds = stride(from: 2, to: fields.count, by: 3).compactMap { index in
            Int64(fields[index]).map {
                Step.Move(feed: FeedID($0), from: fields[index + 1].folders, to: fields[index + 2].folders)
            }
        }
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
