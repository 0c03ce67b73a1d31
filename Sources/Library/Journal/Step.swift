package import FoundationEssentials
import Spelling

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
        /// An import from another reader.
        case imported(Import)
        /// A feed got the user's own title, or lost it; hence the optionals. With its lines in the urls file before and
        /// after, if known.
        case renamed(FeedID, from: String?, to: String?, said: [String])
        /// A feed's lines in the urls file changed.
        case edited(Edit)
        /// Feeds of servers went into other folders.
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

    /// What moves feeds of servers, in the imperative, and their folders before and after.
    package struct Moves: Equatable, Sendable {
        package let words: String
        /// The folder that gets another name by it.
        let renaming: FolderRenaming?
        let feeds: [Move]
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
        case .subscribed, .unsubscribed, .imported, .renamed, .edited: true
        case .marked, .ruled, .synced, .opened, .moved: false
        }
    }

    /// Whether the user made it, so that undo takes it back without being told what.
    package var isOfUser: Bool {
        switch self {
        case .ruled, .synced: false
        case .marked, .opened, .subscribed, .unsubscribed, .imported, .renamed, .edited, .moved: true
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
        case .marked(.read): "mark \(items) read"
        case .marked(.unread): "mark \(items) unread"
        case .marked(.starred): "star \(items)"
        case .marked(.unstarred): "unstar \(items)"
        case .marked(.deleted): "delete \(items)"
        case .marked(.tagged(let tag)): "add the tag “\(tag)” to \(items)"
        case .marked(.untagged(let tag)): "remove the tag “\(tag)” from \(items)"
        case .ruled: "change \(items) by rules"
        case .synced: "change \(items) by a sync"
        case .opened: "mark \(items) read by opening \(count == 1 ? "it" : "them")"
        case .subscribed: "add \(feeds)"
        case .unsubscribed: "remove \(feeds)"
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
        case .subscribed(let feeds, _), .unsubscribed(let feeds, _): feeds.count == 1 ? feeds[0] : nil
        default: nil
        }
    }
}

extension Step.Action {
    fileprivate var isAddition: Bool { if case .subscribed = self { true } else { false } }
}
