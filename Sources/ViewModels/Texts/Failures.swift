import FoundationEssentials
import Library
import Typesetting

/// What failed, what was left out and what has moved, why, and what to do about it.
struct Failures {
    let feeds: [Feed]
    /// Those of them whose last fetch failed.
    let failed: [Feed]
    /// Feeds that the last refresh did not ask, and why.
    let leftOut: [(feed: Feed, reason: String)]
    /// What was said last, lines of files that are left out, and programs that failed.
    let problems: [String]
    let now: Date
    /// Feeds that stay listed, whatever has become of them: the person has them before their eyes.
    var listedBefore: Set<FeedID> = []
    /// Those that are asked at the moment.
    var fetching: Set<FeedID> = []
    /// The addresses of those that are only fetched when they are named.
    var paused: Set<String> = []
    /// What to do for an operation, in words.
    var pressing: (Operation) -> String = { "type :\($0.rawValue)" }
    /// The key of an operation, or its command.
    var key: (Operation) -> String = { ":\($0.rawValue)" }

    /// All feeds that are told of, in the order of the urls file: while feeds are asked they stay where they are.
    var listed: [Feed] {
        let told = listedBefore.union(failed.map(\.id)).union(leftOut.map(\.feed.id))
        return feeds.filter { told.contains($0.id) || $0.hasMoved }
    }

    /// Of each feed that is listed there are `blocksOfFeed` at the end.
    var document: Document {
        let listed = listed
        if listed.isEmpty && problems.isEmpty {
            return Document(blocks: [.paragraph([.text("No feeds have failed or been skipped.")])])
        }
        let reasons =
            failed.map { ($0.id, $0.lastError ?? "") } + leftOut.map { ($0.feed.id, "Skipped: \($0.reason)") }
        let reasonOf = Dictionary(reasons) { first, _ in first }
        return Document(
            blocks: problems.map { .paragraph([.text($0)]) }
                + listed.flatMap { blocks(for: $0, reason: reasonOf[$0.id]) })
    }

    /// Its name, and what is said of it.
    static let blocksOfFeed = 2

    private func blocks(for feed: Feed, reason: String?) -> [Block] {
        let paused = paused.contains(feed.url) ? "This feed is paused." : ""
        let move = FailureAdvice(pressing: pressing, key: key).words(forMoveOf: feed.fetching) ?? ""
        var lines = [condition(of: feed, reason: reason), paused, move, advice(for: feed)].filter { !$0.isEmpty }
        if !feed.isNamedByAddress { lines.append(feed.shownURL) }
        let text = lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])
        return [.heading(level: 2, [.text(feed.displayName)]), .paragraph(Array(text))]
    }

    private func condition(of feed: Feed, reason: String?) -> String {
        if fetching.contains(feed.id) { return "Fetching…" }
        return reason ?? (feed.hasMoved ? "" : "This feed works again.")
    }

    private func advice(for feed: Feed) -> String {
        let state = feed.fetching
        if fetching.contains(feed.id) { return "" }
        var parts: [String] = []
        if state.errorCount > 1, let since = state.failingSince {
            parts.append("It has failed \(state.errorCount) times in a row since \(ClockTime(since).brief(at: now)).")
        }
        let advice = FailureAdvice(pressing: pressing, key: key).words(for: feed)
        if let wait = state.wait, wait.until > now, !state.isGone {
            parts.append("lede won't fetch it before \(ClockTime(wait.until).brief(at: now)).")
            // Nobody has to do anything about what the server only wants some time for.
            if ![.network, .server, .tooMany].contains(state.failing) { parts.append(advice) }
        } else {
            parts.append(advice)
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
