package import Configuration
package import Dispatch
package import Library
import System
import URLs

/// The next step of the undo history.
package enum NextStep: Equatable, Sendable {
    /// Undoes the last step, of rules or of the user.
    case undo(ofRules: Bool)
    /// Undoes what the last sync took from a server.
    case undoSync
    /// Redoes the last undone step.
    case redo

    /// Makes the library take the step, or pass it to `leave` if the urls file changes, too.
    fileprivate func perform(
        in library: Library, leave: @escaping @Sendable (Step) -> Void,
        finish: @escaping @Sendable (StepOutcome?) -> Void
    ) {
        switch self {
        case .undo(let ofRules): library.undo(ofRules: ofRules, leave: leave, finish: finish)
        case .undoSync: library.undoSync(finish: finish)
        case .redo: library.redo(leave: leave, finish: finish)
        }
    }
}

extension UrlsFile {
    /// Takes the next step in the library and, if it changes the urls file, in the file.
    ///
    /// The library's queue calls `finish` after a step of the library alone, with nil if no step is left. Other steps
    /// run on `queue`, which calls `finishWithFile`.
    package func perform(
        _ next: NextStep, in library: Library, on queue: DispatchQueue,
        finish: @escaping @Sendable (StepOutcome?) -> Void,
        finishWithFile: @escaping @Sendable (Result<StepOutcome?, any Error>) -> Void
    ) {
        let leave = { @Sendable (step: Step) in
            queue.async {
                let outcome = Result { try toggle(step, in: library) }
                if case .success(nil) = outcome {
                    // Another lede process was faster.
                    perform(next, in: library, on: queue, finish: finish, finishWithFile: finishWithFile)
                } else {
                    finishWithFile(outcome)
                }
            }
        }
        next.perform(in: library, leave: leave, finish: finish)
    }

    /// Takes the next step and waits for it; nil if no step is left.
    package func perform(_ next: NextStep, in library: Library) throws -> StepOutcome? {
        while true {
            let (taken, left) = (Locked<StepOutcome?>(nil), Locked<Step?>(nil))
            next.perform(in: library) { step in
                left.withLock { $0 = step }
            } finish: { outcome in
                taken.withLock { $0 = outcome }
            }
            // Throws if nothing can be written now, instead of waiting for ever.
            try library.finishWriting()
            guard let step = left.withLock({ $0 }) else { return taken.withLock { $0 } }
            // Otherwise another lede process was faster.
            if let outcome = try toggle(step, in: library) { return outcome }
        }
    }
}

// Steps of the undo history that change the urls file.
extension UrlsFile {
    /// Undoes or redoes a step in the file and in the library; nil if another process was faster.
    ///
    /// A step of unknown origin, such as in somebody else's library, can add no command and no local file.
    package func toggle(_ step: Step, in library: Library) throws -> StepOutcome? {
        do {
            return try edit(followedBy: library) { text in
                let before = text.list
                let move = try follow(step, in: library, &text)
                // Checks the resulting text, since the meaning of a line depends on those around it.
                let delicate = step.isOwn ? nil : text.list.feedsToTrust(comparedWith: before).first
                if let delicate { throw ForeignStep(url: delicate) }
                return move
            } together: { move, place in
                do { return try library.toggle(step, moving: move, place: place) } catch is AddressTaken {
                    throw EditOverwritten()
                }
            }
        } catch let error as EditOverwritten {
            // Otherwise this step would block all earlier ones.
            if try library.toggle(step, place: {}) == nil { return nil }
            throw error
        } catch let error as ForeignStep {
            try library.forget(step)
            throw error
        }
    }

    /// Makes the text follow a step, and returns the feed's move, if any.
    private func follow(
        _ step: Step, in library: Library, _ text: inout UrlsText
    ) throws -> (from: String, to: String)? {
        switch (step.action, isUndone: step.isUndone) {
        case (.unsubscribed(_, let said), false), (.removedElsewhere(_, let said), false),
            (.subscribed(_, let said), true):
            putBack(said, reversed: !step.isUndone, &text)
        case (.subscribed(let feeds, let said), false), (.unsubscribed(let feeds, let said), true),
            (.removedElsewhere(let feeds, let said), true):
            try removeFeeds(feeds, said, in: library, &text)
        case (.imported(let taken), isUndone: false): try removeFeeds(taken.feeds, taken.said, in: library, &text)
        case (.imported(let taken), isUndone: true): putBack(taken.said, reversed: false, &text)
        case (.renamed(let id, let old, let new, let said), let isUndone):
            // A feed of a server has no line.
            guard let feed = try library.feed(id), feed.account == nil else { break }
            guard feed.ownTitle == (isUndone ? old : new) else { throw EditOverwritten() }
            // Byte for byte, unless the line has other changes by now.
            let lines = isUndone ? said : said.reversed()
            if lines.count == 2, text.exchange(lines[0], for: lines[1], naming: feed.url) { break }
            guard text.rename(feed.url, to: isUndone ? new : old) else {
                throw EditOverwritten(missing: feed.displayName)
            }
        case (.edited(let edit), let isUndone): return try follow(edit, isUndone: isUndone, &text)
        case (.moved(let moves), let isUndone):
            // In reverse, since the places of later ones are those after the earlier ones.
            for edit in isUndone ? moves.lines : moves.lines.reversed() {
                _ = try follow(edit, isUndone: isUndone, &text)
            }
            guard let renaming = moves.renaming, renaming.isInFile else { break }
            let now = isUndone ? renaming : renaming.reversed
            guard text.rename(group: now.from, to: now.to) else { throw EditOverwritten(missing: now.from) }
        case (.marked, _), (.ruled, _), (.synced, _), (.opened, _): break
        }
        return nil
    }

    /// Removes these feeds, given their recorded entries, from the text.
    private func removeFeeds(_ feeds: [FeedID], _ said: [String], in library: Library, _ text: inout UrlsText) throws {
        let urls = Set(try feeds.compactMap { try library.feed($0)?.url })
        let entries = said.compactMap(RemovedFeed.init(text:)).filter { urls.contains($0.url) || !$0.isFeed }
        if entries.contains(where: { $0.isWholeFile && Array($0.lines.utf8) == text.bytes }) { text = UrlsText([]) }
        // First the entries that are unchanged, with the lines that open their groups; changed ones follow below.
        let now = Dictionary(text.entries(of: Set(entries.map(\.url))).map { ($0.url, $0.lines) }) { first, _ in first }
        text.revert(entries.filter { now[$0.url] == $0.lines })
        for url in text.list.urls where urls.contains(url) { _ = text.remove(url) }
    }

    private func putBack(_ said: [String], reversed: Bool, _ text: inout UrlsText) {
        let entries = said.compactMap(RemovedFeed.init(text:))
        for entry in entries where entry.isWholeFile { _ = text.join(UrlsText(Array(entry.lines.utf8))) }
        text.restore((reversed ? entries.reversed() : entries).filter { !$0.isWholeFile })
    }

    private func follow(
        _ edit: Step.Edit, isUndone: Bool, _ text: inout UrlsText
    ) throws -> (from: String, to: String)? {
        let said = [edit.before, edit.after].map { $0.flatMap(RemovedFeed.init(text:)) }
        return try isUndone ? change(said[0], to: said[1], &text) : change(said[1], to: said[0], &text)
    }

    /// Replaces an entry by another, unless the file has changed it since. Returns the feed's move, if any.
    private func change(
        _ old: RemovedFeed?, to new: RemovedFeed?, _ text: inout UrlsText
    ) throws -> (from: String, to: String)? {
        if let old, text.entry(of: old.url)?.lines != old.lines { throw EditOverwritten() }
        if let old { text.revert(old) }
        if let new {
            if old == nil { text.restore(new) } else { text.putBack(new) }
        }
        guard let old, let new, old.url != new.url else { return nil }
        return (old.url, new.url)
    }
}

/// The reason why a step isn't taken that may not be this installation's.
private struct ForeignStep: Error, CustomStringConvertible {
    let url: String
    var description: String {
        "this change may not be yours, and lets “\(url.shownAddress)” run a command, read a file or use other security settings: add its line to the urls file yourself"
    }
}

/// The reason why a change of the urls file can't be undone.
struct EditOverwritten: Error, CustomStringConvertible {
    var description = "The urls file has changed since then, so lede left it as it is"
}

extension EditOverwritten {
    /// The file no longer has an entry of this name.
    init(missing name: String) {
        description = "“\(name)” is no longer in the urls file, so lede left the file as it is"
    }
}

extension Library {
    /// Waits until the user's changes are written, and throws if that is impossible.
    package func finishWriting() throws(Unwritten) {
        settle()
        if let obstacle { throw Unwritten(obstacle: obstacle) }
    }
}

/// The reason why the library couldn't write the user's changes.
package struct Unwritten: Error, CustomStringConvertible {
    let obstacle: LibraryFailure

    package var description: String { "can't save the change: \(obstacle)" }
}
