import Addresses
import FoundationEssentials
import Library
import Spelling
import Typesetting

/// What the user's files say about fetching a feed.
struct FetchingTerms {
    /// Whether lede checks the server's certificate.
    var isVerified = true
    var isPaused = false
    /// When lede may start a refresh by itself; nil if it starts none.
    var automatic: Date?
}

/// The details of a feed, and its next fetch: a page for finding out what is wrong.
struct FeedInformation {
    let feed: Feed
    let details: FeedDetails
    /// How many items each of the last days brought, today last.
    let days: [Int]
    var terms = FetchingTerms()
    let now: Date
    /// How to call an operation, in words.
    var pressing: (Operation) -> String = { "type :\($0.rawValue)" }
    /// The name of an operation's key, or its command.
    var key: (Operation) -> String = { ":\($0.rawValue)" }

    var document: Document {
        let parts = [
            [description],
            [
                "Feed: \(feed.shownURL)", unverified, details.site.map { "Site: \($0.shownAddress)" }, tags
            ],
            [items, history, trimmed],
            [asked, success, failureAdvice.words(forMoveOf: feed.fetching), next, advice]
        ]
        let paragraphs = parts.map { $0.compactMap { $0 } }.filter { !$0.isEmpty }
        return Document(
            blocks: [.heading(level: 1, [.text(feed.displayName)])]
                + paragraphs.map { lines in
                    .paragraph(Array(lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])))
                })
    }

    /// The feed's own description, unless it only repeats the title.
    private var description: String? { details.description.flatMap { $0.repeats(feed.displayName) ? nil : $0 } }

    private var unverified: String? {
        terms.isVerified ? nil : "Warning: lede doesn't check this server's certificate (“verify no”)."
    }

    private var tags: String? { feed.tags.isEmpty ? nil : "Tags: " + feed.tags.joined(separator: ", ") }

    private var items: String { "\(feed.total.counted("item")), \(feed.unread) unread" }

    private var trimmed: String? {
        details.trimmed.map {
            "Old items were deleted at \(time($0)): the feed had more text than max-megabytes allows."
        }
    }

    private var history: String {
        let count = days.reduce(0, +)
        let rhythm = details.rhythm.map {
            "; a new item about every \(TimeSpan(seconds: $0.interval).afterEvery)"
        }
        let news = count == 0 ? "No new items" : "\(Sparkline(days))  \(count.counted("new item"))"
        return "\(news) in the last \(days.count) days" + (rhythm ?? "")
    }

    private var asked: String {
        guard let date = feed.fetching.lastAttempt else { return "Never fetched." }
        guard let error = feed.fetching.lastError else { return "Last fetched at \(time(date)), successfully." }
        let count = feed.fetching.errorCount
        let row = feed.fetching.failingSince.map { "; \(count) failures in a row since \(time($0))" } ?? ""
        return "Last fetch failed at \(time(date)): \(error)\(count > 1 ? row : "")."
    }

    private var success: String? {
        guard feed.hasFailed else { return nil }
        return feed.lastSuccess.map { "Last successful fetch at \(time($0))." } ?? "Never fetched successfully."
    }

    /// When the feed is fetched next, and why then.
    private var next: String {
        switch feed.fetching.holdUp(at: now) {
        case .gone:
            return failureAdvice.words(for: feed)
        case .toldToWait(let wait): return "lede won't fetch it before \(time(wait.until)): \(wait)."
        case nil where terms.isPaused: return "This feed is paused."
        case nil:
            let due = details.due.flatMap { $0.date > now ? $0 : nil }
            return "\(dueFetch(at: due?.date))\(due.map { ": \($0)" } ?? "")."
        }
    }

    /// What fetches the feed next, and when. Without a date, it is due already.
    private func dueFetch(at due: Date?) -> String {
        if let automatic = terms.automatic {
            let date = max(due ?? now, automatic)
            return date > now ? "Next fetch at about \(time(date))" : "Next fetch in a moment"
        }
        return due.map { "Next due for “lede refresh --due” at \(time($0))" } ?? "Due now for “lede refresh --due”"
    }

    private var advice: String? {
        guard feed.hasFailed, feed.fetching.holdUp(at: now) == nil else { return nil }
        return failureAdvice.words(for: feed)
    }

    private var failureAdvice: FailureAdvice { FailureAdvice(pressing: pressing, key: key) }

    private func time(_ date: Date) -> String { LocalTime(date).brief(at: now) }
}

extension String {
    /// Whether it is the same text, apart from capitals and the spaces around it.
    func repeats(_ title: String) -> Bool { trimmingSpaces.lowercased() == title.trimmingSpaces.lowercased() }
}
