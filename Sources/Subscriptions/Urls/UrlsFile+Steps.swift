import Addresses
package import Configuration
package import Library

// Steps of the undo history that the urls file tells of.
extension UrlsFile {
    /// Takes a step back that is done, or does one again that is not, in the file and in the library; nil where somebody
    /// else has done so by now.
    ///
    /// A step that may be somebody else's, as a library may be, runs no command and reads no file.
    package func take(_ step: Step, in library: Library) throws -> StepOutcome? {
        do {
            return try edit(followedBy: library) { text in
                let before = text.list
                let move = try follow(step, in: library, &text)
                // By the text that comes out: what a line means depends on those around it.
                let delicate = step.isOwn ? nil : text.list.feedsToTrust(comparedWith: before).first
                if let delicate { throw ForeignStep(url: delicate) }
                return move
            } together: { move, place in
                do { return try library.take(step, moving: move, place: place) } catch is AddressTaken {
                    throw EditOverwritten()
                }
            }
        } catch let error as EditOverwritten {
            // It would be in the way of all that was done before.
            if try library.take(step, place: {}) == nil { return nil }
            throw error
        } catch let error as ForeignStep {
            try library.forget(step)
            throw error
        }
    }

    /// Has the text say what the library will say; returned is where a feed moves by that.
    private func follow(
        _ step: Step, in library: Library, _ text: inout UrlsText
    ) throws -> (from: String, to: String)? {
        switch (step.action, isUndone: step.isUndone) {
        case (.unsubscribed(_, let said), false), (.subscribed(_, let said), true):
            putBack(said, reversed: !step.isUndone, &text)
        case (.subscribed(let feeds, let said), false), (.unsubscribed(let feeds, let said), true):
            try takeOut(feeds, said, in: library, &text)
        case (.imported(let taken), isUndone: false): try takeOut(taken.feeds, taken.said, in: library, &text)
        case (.imported(let taken), isUndone: true): putBack(taken.said, reversed: false, &text)
        case (.renamed(let id, let old, let new, let said), let isUndone):
            guard let feed = try library.feed(id) else { break }
            guard feed.ownTitle == (isUndone ? old : new) else { throw EditOverwritten() }
            // To the byte, unless the line says more by now that is another.
            let lines = isUndone ? said : said.reversed()
            if lines.count == 2, text.exchange(lines[0], for: lines[1], naming: feed.url) { break }
            guard text.rename(feed.url, to: isUndone ? new : old) else {
                throw EditOverwritten(missing: feed.displayName)
            }
        case (.edited(let edit), let isUndone):
            let said = [edit.before, edit.after].map { $0.flatMap(RemovedFeed.init(text:)) }
            return try isUndone ? change(said[0], to: said[1], &text) : change(said[1], to: said[0], &text)
        case (.marked, _), (.ruled, _), (.opened, _): break
        }
        return nil
    }

    /// Has the text name these feeds no longer, of which this was said.
    private func takeOut(_ feeds: [FeedID], _ said: [String], in library: Library, _ text: inout UrlsText) throws {
        let urls = Set(try feeds.compactMap { try library.feed($0)?.url })
        let entries = said.compactMap(RemovedFeed.init(text:)).filter { urls.contains($0.url) || !$0.isFeed }
        if entries.contains(where: { $0.isWholeFile && Array($0.lines.utf8) == text.bytes }) { text = UrlsText([]) }
        // As they were written, with the lines that open their groups; what somebody has changed since goes below.
        let now = Dictionary(text.entries(of: Set(entries.map(\.url))).map { ($0.url, $0.lines) }) { first, _ in first }
        text.takeBack(entries.filter { now[$0.url] == $0.lines })
        for url in text.list.urls where urls.contains(url) { _ = text.remove(url) }
    }

    private func putBack(_ said: [String], reversed: Bool, _ text: inout UrlsText) {
        let entries = said.compactMap(RemovedFeed.init(text:))
        for entry in reversed ? entries.reversed() : entries {
            if entry.isWholeFile { _ = text.join(UrlsText(Array(entry.lines.utf8))) } else { text.restore(entry) }
        }
    }

    /// Puts what is said of a feed or a query in the place of what was, unless the file says something else by now;
    /// returned is where the feed moves by that.
    private func change(
        _ old: RemovedFeed?, to new: RemovedFeed?, _ text: inout UrlsText
    ) throws -> (from: String, to: String)? {
        if let old, text.entry(of: old.url)?.lines != old.lines { throw EditOverwritten() }
        if let old { text.takeBack(old) }
        if let new {
            if old == nil { text.restore(new) } else { text.putBack(new) }
        }
        guard let old, let new, old.url != new.url else { return nil }
        return (old.url, new.url)
    }
}

/// Why a step is not taken that nobody knows this installation to have written.
private struct ForeignStep: Error, CustomStringConvertible {
    let url: String
    var description: String {
        "this change may not be yours, and lets “\(url.shownAddress)” run a command, read a file or use other security settings: add its line to the urls file yourself"
    }
}
