import FoundationEssentials
import SQLite

// A step lies in the journal as a word for its kind and, where that needs one, a detail.
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
        case .opened: "open"
        case .subscribed: "subscribe"
        case .unsubscribed: "unsubscribe"
        case .renamed: "rename"
        }
    }

    var detail: String? {
        switch self {
        case .marked(.tagged(let tag)), .marked(.untagged(let tag)): tag
        case .subscribed(let feeds), .unsubscribed(let feeds): feeds.map { "\($0.rawValue)" }.joined(separator: " ")
        case .renamed(let feed, let old, let new): "\(feed.rawValue)\n\(old ?? "")\n\(new ?? "")"
        case .marked, .opened: nil
        }
    }

    /// Nil for what a newer lede, or nobody, wrote.
    init?(kind: String, detail: String?) {
        switch (kind, detail) {
        case ("read", _): self = .marked(.read)
        case ("unread", _): self = .marked(.unread)
        case ("star", _): self = .marked(.starred)
        case ("unstar", _): self = .marked(.unstarred)
        case ("delete", _): self = .marked(.deleted)
        case ("tag", let tag?): self = .marked(.tagged(tag))
        case ("untag", let tag?): self = .marked(.untagged(tag))
        case ("open", _): self = .opened
        case ("subscribe", let feeds?): self = .subscribed(Self.feeds(in: feeds))
        case ("unsubscribe", let feeds?): self = .unsubscribed(Self.feeds(in: feeds))
        case ("rename", let detail?):
            let parts = detail.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let feed = Int64(parts[0]) else { return nil }
            self = .renamed(
                FeedID(feed), from: parts[1].isEmpty ? nil : parts[1], to: parts[2].isEmpty ? nil : parts[2])
        default: return nil
        }
    }

    private static func feeds(in detail: String) -> [FeedID] {
        detail.split(separator: " ").compactMap { Int64($0).map(FeedID.init) }
    }
}

extension Step {
    static let query = "SELECT id, kind, detail, began, ended, items, is_undone FROM journal"

    /// Nil where the journal has something that this lede can't read.
    init?(_ row: borrowing Row) {
        guard let action = Action(kind: row.text(1), detail: row.optionalText(2)), let items = row.itemSet(5) else {
            return nil
        }
        let (began, ended) = (row.date(3), row.date(4))
        self.init(
            id: row.integer(0), action: action, time: began...max(began, ended), items: items, isUndone: row.bool(6))
    }
}
