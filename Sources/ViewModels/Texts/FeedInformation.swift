import Addresses
import FoundationEssentials
import Library
import Typesetting

/// What is known of a feed, and when it is asked again: a page for when something seems wrong.
struct FeedInformation {
    let feed: Feed
    let details: FeedDetails
    /// How many items each of the last days brought, today last.
    let days: [Int]
    /// Whether its server has to prove who it is.
    var isVerified = true
    let now: Date
    /// What to do for an operation, in words.
    var pressing: (Operation) -> String = { ":\($0.rawValue)" }

    var document: Document {
        let parts = [
            [details.description], [feed.shownURL, unverified, details.site?.shownAddress, tags], [items, history],
            [asked, success, FailureAdvice(pressing: pressing).words(forMoveOf: feed.fetching), next, advice]
        ]
        let paragraphs = parts.map { $0.compactMap { $0 } }.filter { !$0.isEmpty }
        return Document(
            blocks: [.heading(level: 1, [.text(feed.displayName)])]
                + paragraphs.map { lines in
                    .paragraph(Array(lines.map { [Inline.text($0)] }.joined(separator: [.lineBreak])))
                })
    }

    private var unverified: String? {
        isVerified ? nil : "It may come from anybody: its server need not prove who it is (“verify no”)."
    }

    private var tags: String? { feed.tags.isEmpty ? nil : "tags: " + feed.tags.joined(separator: ", ") }

    private var items: String { "\(feed.total) items, \(feed.unread) of them unread" }

    private var trimmed: String? {
        details.trimmed.map {
            "Old items were deleted at \(time($0)): the feed had brought more text than is kept (max-megabytes)."
        }
    }

    private var history: String {
        let count = days.reduce(0, +)
        let rhythm = details.rhythm.map {
            "; something new comes about every \(TimeSpan(seconds: $0.interval).afterEvery)"
        }
        let news = count == 0 ? "Nothing" : "\(Sparkline(days))  \(count)"
        return "\(news) new in the last \(days.count) days" + (rhythm ?? "")
    }

    private var asked: String {
        guard let date = feed.fetching.lastAttempt else { return "Never asked yet." }
        guard let error = feed.fetching.lastError else { return "Last asked at \(time(date)), and all went well." }
        let count = feed.fetching.errorCount
        let row = feed.fetching.failingSince.map { "; \(count) failures in a row, since \(time($0))" } ?? ""
        return "Last asked at \(time(date)): \(error)\(count > 1 ? row : "")."
    }

    private var success: String? {
        guard feed.hasFailed else { return nil }
        return feed.lastSuccess.map { "All went well last at \(time($0))." } ?? "It has never gone well so far."
    }

    /// When it is asked again, and why then.
    private var next: String {
        switch feed.fetching.holdUp(at: now) {
        case .gone:
            return FailureAdvice(pressing: pressing).words(for: feed.fetching)
        case .toldToWait(let wait): return "Asked again after \(time(wait.until)): \(wait)."
        case nil:
            guard let due = details.due, due.date > now else { return "It is due now." }
            return "Due again at \(time(due.date)): \(due)."
        }
    }

    private var advice: String? {
        guard feed.hasFailed, feed.fetching.holdUp(at: now) == nil else { return nil }
        return FailureAdvice(pressing: pressing).words(for: feed.fetching)
    }

    private func time(_ date: Date) -> String { ClockTime(date).brief(at: now) }
}
