import FoundationEssentials
import Library
import Typesetting

/// The feeds that failed, were skipped or have moved, with reasons and advice, and other problems.
struct Failures {
    let feeds: [Feed]
    /// The feeds whose last fetch failed.
    let failed: [Feed]
    /// The feeds that the last refresh skipped.
    let leftOut: [(feed: Feed, reason: String)]
    /// The last failure message, invalid lines of files, and programs that failed.
    let problems: [String]
    let now: Date
    /// Feeds that stay listed even if they work again, because the user is looking at them.
    var listedBefore: Set<FeedID> = []
    /// The feeds that are being fetched.
    var fetching: Set<FeedID> = []
    /// The URLs of feeds that are fetched only if the user names them.
    var paused: Set<String> = []
    /// How to call an operation, in words.
    var pressing: (Operation) -> String = { "type :\($0.rawValue)" }
    /// The name of an operation's key, or its command.
    var key: (Operation) -> String = { ":\($0.rawValue)" }

    /// The listed feeds in the order of the urls file. Feeds keep their places while they are fetched.
    var listed: [Feed] {
        let told = listedBefore.union(failed.map(\.id)).union(leftOut.map(\.feed.id))
        return feeds.filter { told.contains($0.id) || $0.hasMoved }
    }

    /// The text. It ends with `blocksOfFeed` blocks for each listed feed.
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

    /// The name, and a paragraph about the feed.
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
        return reason?.asSentence ?? (feed.hasMoved ? "" : "This feed works again.")
    }

    private func advice(for feed: Feed) -> String {
        let state = feed.fetching
        if fetching.contains(feed.id) { return "" }
        var parts: [String] = []
        if state.errorCount > 1, let since = state.failingSince {
            parts.append("It has failed \(state.errorCount) times in a row since \(LocalTime(since).brief(at: now)).")
        }
        let advice = FailureAdvice(pressing: pressing, key: key).words(for: feed)
        if let wait = state.wait, wait.until > now, !state.isGone {
            parts.append("lede won't fetch it before \(LocalTime(wait.until).brief(at: now)).")
            // The user needn't do anything if the server only needs time.
            if ![.network, .server, .tooMany].contains(state.failing) { parts.append(advice) }
        } else {
            parts.append(advice)
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
