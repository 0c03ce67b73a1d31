package import FoundationEssentials

/// What a person did, as the journal keeps it: it can be undone, and then done again.
package struct Step: Equatable, Sendable {
    package enum Action: Equatable, Sendable {
        case marked(Mark)
        /// What rules did to new items.
        case ruled
        /// Articles that were opened one after the other, which marked them read.
        case opened
        /// With what was said of the feeds elsewhere, for whoever has to say it again.
        case subscribed([FeedID], said: [String])
        /// The same.
        case unsubscribed([FeedID], said: [String])
        /// What another reader kept came over.
        case imported(Import)
        /// A feed got a title of the person's own, or went back to the one that it has; so they are nil. With what was said
        /// of it elsewhere before and after, where that is known.
        case renamed(FeedID, from: String?, to: String?, said: [String])
        /// What is said of a feed elsewhere was changed.
        case edited(Edit)
    }

    /// A change that whoever made it can take back, and make again, by what it was before and after.
    package struct Edit: Equatable, Sendable {
        /// In the imperative: “change the tags of LWN”.
        package let words: String
        /// Nil where nothing was said before, or is said no longer.
        package let before: String?
        package let after: String?
        /// What is known of the address that a feed has left by it, or by taking it back.
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

    /// What taking an import back takes away: the feeds that it brought, with what was said of them elsewhere, and what it
    /// marked of the items that were here before.
    package struct Import: Equatable, Sendable {
        package let feeds: [FeedID]
        package let said: [String]
        let marks: [ItemMarks]

        var isEmpty: Bool { feeds.isEmpty && said.isEmpty && marks.isEmpty }
    }

    /// The items that got a mark.
    struct ItemMarks: Equatable, Sendable {
        let mark: Mark
        let items: ItemSet
    }

    package let id: Int64
    package let action: Action
    /// Nobody else did anything meanwhile that the journal has.
    package let time: ClosedRange<Date>
    /// The items that it changed.
    package let items: ItemSet
    package let isUndone: Bool
    /// Whether this installation is known to have written what it says of the urls file.
    package let isOwn: Bool
}

/// What undoing a step came to, or doing it again.
package struct StepOutcome: Equatable, Sendable {
    package let action: Step.Action
    /// How many items, or feeds, are as they were before the step, or after it.
    package let count: Int
    /// How many have been changed since by something else, and were let be.
    package let skipped: Int
}

extension Step.Action {
    /// Whether the urls file tells of it, too, and has to say something else when it is taken back.
    var isInUrlsFile: Bool {
        switch self {
        case .subscribed, .unsubscribed, .imported, .renamed, .edited: true
        case .marked, .ruled, .opened: false
        }
    }
}

/// Names each kind of step in the imperative, for “Undid: …” and the undo history.
extension Step.Action {
    /// “mark 132 items read”.
    package func words(count: Int) -> String {
        let items = "\(count) \(count == 1 ? "item" : "items")"
        let feeds = "\(count) \(count == 1 ? "feed" : "feeds")"
        return switch self {
        case .marked(.read): "mark \(items) read"
        case .marked(.unread): "mark \(items) unread"
        case .marked(.starred): "star \(items)"
        case .marked(.unstarred): "unstar \(items)"
        case .marked(.deleted): "delete \(items)"
        case .marked(.tagged(let tag)): "tag \(items) “\(tag)”"
        case .marked(.untagged(let tag)): "remove the tag “\(tag)” from \(items)"
        case .ruled: "change \(items) by rules"
        case .opened: "open \(items)"
        case .subscribed: "add \(feeds)"
        case .unsubscribed: "remove \(feeds)"
        case .imported: count == 0 ? "import" : "import \(feeds)"
        case .renamed(_, _, let title?, _): "rename a feed to “\(title)”"
        case .renamed(_, _, nil, _): "restore a feed's own title"
        case .edited(let edit): edit.words
        }
    }
}

extension StepOutcome {
    /// “mark 132 items read (kept 3 changed since then)”.
    package var words: String {
        action.words(count: count) + (skipped == 0 ? "" : " (kept \(skipped) changed since then)")
    }
}
