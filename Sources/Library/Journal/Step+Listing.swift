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
        case .synced: .sync
        case .imported: .import
        case .marked, .opened, .subscribed, .unsubscribed, .renamed, .edited, .moved: .you
        }
    }

    /// “mark 132 items read”, or “mark “Title” read”.
    package var words: String {
        switch action {
        case .subscribed(let feeds, _), .unsubscribed(let feeds, _): action.words(count: feeds.count, title: title)
        case .imported(let taken): action.words(count: taken.feeds.count)
        case .marked, .ruled, .synced, .opened, .renamed, .edited, .moved:
            action.words(count: items.count, title: title)
        }
    }
}
