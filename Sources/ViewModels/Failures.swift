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
    /// What to do for an operation, in words.
    var pressing: (Operation) -> String = { ":\($0.rawValue)" }

    /// Those left out that have not failed.
    private var waiting: [(feed: Feed, reason: String)] {
        var told = Set(failed.map(\.id))
        return leftOut.filter { told.insert($0.feed.id).inserted }
    }

    private var moved: [Feed] {
        let told = Set((failed + waiting.map(\.feed)).map(\.id))
        return feeds.filter { $0.fetching.movedTo != nil && !told.contains($0.id) }
    }

    /// All feeds that are told of, in their order.
    var listed: [Feed] { failed + waiting.map(\.feed) + moved }

    var document: Document {
        let (waiting, moved) = (waiting, moved)
        if failed.isEmpty && waiting.isEmpty && moved.isEmpty && problems.isEmpty {
            return Document(blocks: [.paragraph([.text("Nothing has failed, and nothing was left out.")])])
        }
        return Document(
            blocks: problems.map { .paragraph([.text($0)]) }
                + failed.flatMap { blocks(for: $0, reason: $0.lastError ?? "") }
                + waiting.flatMap { blocks(for: $0.feed, reason: "Left out: \($0.reason)") }
                + moved.flatMap { blocks(for: $0, reason: "") })
    }

    private func blocks(for feed: Feed, reason: String) -> [Block] {
        var lines = [reason, feed.fetching.wordsOfMove ?? "", advice(for: feed)].filter { !$0.isEmpty }
        if feed.name != feed.url { lines.append(feed.url) }
        let text = lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])
        return [.heading(level: 2, [.text(feed.name)]), .paragraph(Array(text))]
    }

    private func advice(for feed: Feed) -> String {
        let state = feed.fetching
        var parts: [String] = []
        if state.errorCount > 1, let since = state.failingSince {
            parts.append("It has failed \(state.errorCount) times in a row, since \(ClockTime(since).brief(at: now)).")
        }
        if let wait = state.wait, wait.until > now {
            parts.append("It is asked again after \(ClockTime(wait.until).brief(at: now)).")
        } else {
            parts.append(FailureAdvice(pressing: pressing, place: " in the list of feeds").words(for: state))
        }
        return parts.joined(separator: " ")
    }
}
