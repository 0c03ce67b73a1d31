package import Configuration
package import Library

// What is done to a feed is done in the urls file, which decides, and in the library, which can undo it.
extension UrlsFile {
    /// Takes a feed out of the file, and hides it in the library, which keeps the lines for an undo.
    package func leave(_ feed: Feed, in library: Library) throws {
        try edit { text in
            // The library first: who is killed in between has the feed still, and no step of the journal is missing.
            library.unsubscribe([feed.id], keeping: text.remove(feed.url).map { [$0.text] } ?? [])
            library.drain()
        }
    }

    /// Gives a feed a title of the person's own, or that which it has itself.
    package func rename(_ feed: Feed, to title: String?, in library: Library) throws {
        try edit { text in
            library.rename(feed.id, to: title)
            library.drain()
            _ = text.rename(feed.url, to: title)
        }
    }

    /// Gives a feed that has moved its new address, with all that it has; false where another feed has that.
    package func move(_ feed: Feed, to address: Address, in library: Library) throws -> Bool {
        try edit { text in
            guard try library.move(feed.id, to: address.url) else { return false }
            return text.changeAddress(of: feed.url, to: address)
        }
    }

    /// Has the file say what the library says after a step was undone, or done again.
    package func follow(_ step: Step.Action, isUndone: Bool, in library: Library) throws {
        switch step {
        case .unsubscribed(_, let said) where isUndone:
            let removed = said.compactMap(RemovedFeed.init(text:))
            try edit { text in for feed in removed.reversed() { text.restore(feed) } }
        case .unsubscribed(let feeds, _):
            let urls = try feeds.compactMap { try library.feed($0)?.url }
            try edit { text in for url in urls { _ = text.remove(url) } }
        case .renamed(let id, let old, let new):
            guard let feed = try library.feed(id), feed.ownTitle == (isUndone ? old : new) else { return }
            try edit { text in _ = text.rename(feed.url, to: feed.ownTitle) }
        case .subscribed, .marked, .ruled, .opened: break
        }
    }
}
