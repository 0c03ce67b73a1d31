package import Configuration
package import Library

// What is done to a feed is done in the urls file, which decides, and in the library, which can undo it: in both, or in
// neither where one of them can't be written.
extension UrlsFile {
    /// Adds feeds that are not there yet; returned are the addresses of those that were not.
    package func add(_ feeds: [NewFeed], in library: Library) throws -> [String] {
        try edit { (text: inout UrlsText) -> (added: [String], opensGroup: Bool, text: UrlsText) in
            let groups = text.groupLineCount
            let added = text.add(feeds)
            return (added, text.groupLineCount > groups, text)
        } together: { edit, place in
            guard !edit.added.isEmpty else {
                try place()
                return []
            }
            try library.note(edit.added, in: edit.text, opensGroup: edit.opensGroup, place: place)
            return edit.added
        }
    }

    /// Takes all feeds of the file for what the person has added.
    func noteAdded(in library: Library) throws {
        let text = UrlsText(try text())
        try library.note(text.list.urls, in: text, opensGroup: false) {}
    }

    /// Takes a feed out of the file, and hides it in the library, which keeps the lines for an undo.
    package func leave(_ feed: Feed, in library: Library) throws {
        try edit { text in
            text.remove(feed.url)
        } together: { removed, place in
            try library.unsubscribe([feed.id], keeping: removed.map { [$0.text] } ?? [], place: place)
        }
    }

    /// Gives a feed a title of the person's own, or that which it has itself.
    package func rename(_ feed: Feed, to title: String?, in library: Library) throws {
        try edit { text in
            _ = text.rename(feed.url, to: title)
        } together: { _, place in
            try library.rename(feed.id, to: title, place: place)
        }
    }

    /// Changes what the file says of a feed or a query, as a step that can be undone. The body returns what names it
    /// afterwards, or nil where it changes nothing. Returned is whether anything was changed.
    package func change(
        _ url: String, words: String, in library: Library, _ body: (inout UrlsText) throws -> String?
    ) throws -> Bool {
        try edit { text in
            try text.change(url, words: words, body)
        } together: { edit, place in
            guard let edit else { return false }
            try library.note(edit, place: place)
            return true
        }
    }

    /// Gives a feed that has moved its new address, with all that it has; false where another feed has that.
    package func move(_ feed: Feed, to address: Address, in library: Library) throws -> Bool {
        let address = address.inPlace(of: feed.url)
        return try edit { text in
            text.change(feed.url, words: "\(feed.name) moved to \(address.url)") { text in
                text.changeAddress(of: feed.url, to: address) ? address.url : nil
            }
        } together: { edit, place in
            guard let edit else { return false }
            return try library.move(feed.id, to: address.url, noting: edit, place: place)
        }
    }

    /// Takes back a change, or makes it again, unless the file says something else by now.
    private func follow(_ edit: Step.Edit, isUndone: Bool, in library: Library) throws {
        let said = isUndone ? edit.after : edit.before
        let (old, new) = (
            said.flatMap(RemovedFeed.init), (isUndone ? edit.before : edit.after).flatMap(RemovedFeed.init)
        )
        try self.edit { text in
            if let old, text.entry(of: old.url)?.lines != old.lines { throw EditOverwritten() }
            if let old { text.takeBack(old) }
            if let new {
                try check(new)
                if old == nil { text.restore(new) } else { text.putBack(new) }
            }
        } together: { _, place in
            guard let old, let new, old.url != new.url,
                let feed = try library.feeds().first(where: { $0.url == old.url })
            else { return try place() }
            guard try library.move(feed.id, to: new.url, place: place) else { throw EditOverwritten() }
        }
    }

    /// A library without a urls file may be anybody's, and a line of it may not have a command run or a file read.
    private func check(_ feed: RemovedFeed) throws {
        if !exists, !feed.leadsToTheWeb { throw ForeignCommand(url: feed.url) }
    }

    /// Has the file say what the library says after a step was undone, or done again.
    package func follow(_ step: Step.Action, isUndone: Bool, in library: Library) throws {
        switch step {
        case .unsubscribed(_, let said) where isUndone:
            let removed = said.compactMap(RemovedFeed.init(text:))
            for feed in removed { try check(feed) }
            try edit { text in for feed in removed.reversed() { text.restore(feed) } }
        case .subscribed(_, let said) where !isUndone:
            let added = said.compactMap(RemovedFeed.init(text:))
            for feed in added { try check(feed) }
            try edit { text in for feed in added { text.restore(feed) } }
        case .subscribed(let feeds, let said), .unsubscribed(let feeds, let said):
            let urls = try feeds.compactMap { try library.feed($0)?.url }
            let entries = said.compactMap(RemovedFeed.init(text:)).filter { urls.contains($0.url) }
            try edit { text in
                // As it was written, with the line that opens its group, or as somebody has changed it since.
                for entry in entries.reversed() where text.entry(of: entry.url)?.lines == entry.lines {
                    text.takeBack(entry)
                }
                for url in urls { _ = text.remove(url) }
            }
        case .renamed(let id, let old, let new):
            guard let feed = try library.feed(id), feed.ownTitle == (isUndone ? old : new) else { return }
            try edit { text in _ = text.rename(feed.url, to: feed.ownTitle) }
        case .edited(let edit): try follow(edit, isUndone: isUndone, in: library)
        case .marked, .ruled, .opened: break
        }
    }
}

extension Library {
    /// Follows a text of the urls file to which feeds were added, as a step that can be undone.
    fileprivate func note(
        _ added: [String], in text: UrlsText, opensGroup: Bool, place: @Sendable () throws -> Void
    ) throws {
        let list = text.list
        // In the order of the file, in which groups open one after the other again.
        let said = list.urls.filter(Set(added).contains).compactMap { text.entry(of: $0) }.map { entry in
            var entry = entry
            entry.opensGroup = opensGroup
            return entry.text
        }
        try follow(
            list.subscriptions, of: list.followedFile(text.bytes), adding: added,
            saying: said, place: place)
    }
}

extension UrlsText {
    /// Makes a change, and says what it changed, or nil where that is nothing.
    fileprivate mutating func change(
        _ url: String, words: String, _ body: (inout UrlsText) throws -> String?
    ) rethrows -> Step.Edit? {
        let before = entry(of: url)
        let groups = groupLineCount
        guard let name = try body(&self) else { return nil }
        var after = entry(of: name)
        after?.opensGroup = groupLineCount > groups
        return after == before ? nil : Step.Edit(words, before: before?.text, after: after?.text)
    }
}

/// Why a line that is not of the web does not come back.
private struct ForeignCommand: Error, CustomStringConvertible {
    let url: String
    var description: String {
        "“\(url)” has a command run, or a file read: as there is no urls file, write the line yourself"
    }
}

/// Why a change of the urls file is not taken back.
private struct EditOverwritten: Error, CustomStringConvertible {
    let description = "The urls file says something else by now, so it stays as it is"
}
