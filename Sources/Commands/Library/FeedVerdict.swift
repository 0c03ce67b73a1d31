import FoundationEssentials
import Library
import URLs
import ViewModels

/// A feed's condition in one word. The cases that need the most attention come first.
enum FeedVerdict: String, CaseIterable {
    case gone, failing, moved, waiting, silent, unasked, well

    init(_ health: FeedHealth, at now: Date) {
        let state = health.feed.fetching
        let isSilent = health.details.rhythm.map { now.timeIntervalSince($0.newest) > Self.longSilence } ?? false
        self =
            if state.isGone { .gone } else if state.holdUp(at: now) != nil { .waiting } else if state.lastError != nil {
                .failing
            } else if state.movedTo != nil { .moved } else if state.lastAttempt == nil { .unasked } else if isSilent {
                .silent
            } else { .well }
    }

    /// As people read it. Programs get the raw value.
    var words: String {
        switch self {
        case .unasked: "never fetched"
        case .well: "ok"
        case .gone, .failing, .moved, .waiting, .silent: rawValue
        }
    }

    /// Whether the user has something to do.
    var needsAttention: Bool { self == .gone || self == .failing || self == .moved }

    /// A feed may rest for a year without being abandoned, but the user may want to know.
    private static let longSilence: TimeInterval = 365 * 86_400
}

extension FeedHealth {
    /// The feed's condition in one line.
    func summary(_ condition: FeedVerdict, at now: Date) -> String {
        let state = feed.fetching
        return switch condition {
        case .gone: "\(HoldUp.gone): remove it with “lede remove”"
        case .failing: "failed \(failures(at: now)): \(state.lastError ?? "")"
        case .moved: "to \(state.movedTo?.shownAddress ?? ""): change its URL with “lede move”"
        case .waiting: "\(state.wait.map(HoldUp.toldToWait)?.description ?? ""), until \(time(state.wait?.until, now))"
        case .silent: "nothing new since \(details.rhythm.map { LocalTime($0.newest).day } ?? "")"
        case .unasked: "run “lede refresh”"
        case .well: "fetched \(age(state.lastAttempt, now)), due \(due(at: now))"
        }
    }

    /// Everything known about the feed, as pairs of a label and its value.
    func details(at now: Date) -> [(String, String)] {
        let state = feed.fetching
        let condition = FeedVerdict(self, at: now)
        // A feed without a title is called by its URL.
        var lines = feed.name == feed.shownURL ? [] : [("URL", feed.shownURL)]
        lines += [
            ("condition", words(for: condition, at: now)),
            ("last fetched", time(state.lastAttempt, now)),
            ("last success", time(state.lastSuccess, now)),
            ("due", due(at: now))
        ]
        if state.lastError != nil { lines.append(("failed", failures(at: now))) }
        if let rhythm = details.rhythm {
            let every = TimeSpan(seconds: rhythm.interval).afterEvery
            lines.append(("rhythm", "a new item about every \(every), the newest from \(time(rhythm.newest, now))"))
        }
        if let answer = figures.words { lines.append(("last answer", answer)) }
        if let size = figures.size { lines.append(("document", "\(size) bytes, decompressed")) }
        for (number, fetch) in history.enumerated() {
            lines.append((number == 0 ? "history" : "", "\(time(fetch.date, now)): \(words(for: fetch))"))
        }
        return lines
    }

    /// The condition with its reason. How often the feed failed has its own line.
    private func words(for condition: FeedVerdict, at now: Date) -> String {
        switch condition {
        case .well: condition.words
        case .failing: "\(condition.words): \(feed.fetching.lastError ?? "")"
        case .gone, .moved, .waiting, .silent, .unasked: "\(condition.words): \(summary(condition, at: now))"
        }
    }

    /// What a fetch brought. Only the reason of the last failure is known in words.
    private func words(for fetch: PastFetch) -> String {
        let answer = fetch.figures.words.map { " (\($0))" } ?? ""
        if let items = fetch.newItems { return (items == 0 ? "nothing new" : "\(items) new") + answer }
        if fetch.date == feed.fetching.lastAttempt, let error = feed.fetching.lastError { return "failed: \(error)" }
        return answer.isEmpty ? "failed without an answer" : "failed" + answer
    }

    private func failures(at now: Date) -> String {
        let count = feed.fetching.errorCount
        let since = feed.fetching.failingSince.map { " since \(time($0, now))" } ?? ""
        return count == 1 ? "once" : "\(count) times in a row\(since)"
    }

    private func due(at now: Date) -> String {
        guard let due = details.due else { return feed.fetching.isGone ? "never" : "now" }
        return due.date <= now ? "now" : "at \(time(due.date, now)): \(due)"
    }
}

/// The time of day, with the date unless it is today.
private func time(_ date: Date?, _ now: Date) -> String {
    guard let date else { return "never" }
    let clock = LocalTime(date)
    return clock.day == LocalTime(now).day ? clock.timeOfDay : clock.spelledOut
}

private func age(_ date: Date?, _ now: Date) -> String {
    guard let date else { return "never" }
    let seconds = Int(max(0, min(now.timeIntervalSince(date), 1e11)))
    return seconds == 0 ? "just now" : "\(TimeSpan(seconds: seconds)) ago"
}

extension TransferFigures {
    /// The known figures, such as “304, 312 bytes received, 48 ms”; nil if none is known.
    fileprivate var words: String? {
        let parts = [
            status.map { "\($0)" }, received.map { "\($0) bytes received" }, milliseconds.map { "\($0) ms" }
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension FeedHealth {
    func json(at now: Date) -> JSON {
        let state = feed.fetching
        let identity: KeyValuePairs<String, JSON> = [
            "feed": .string(feed.shownURL),
            "title": JSON(feed.title),
            "condition": .string(FeedVerdict(self, at: now).rawValue)
        ]
        let fetching: KeyValuePairs<String, JSON> = [
            "last_attempt": JSON(state.lastAttempt),
            "last_success": JSON(state.lastSuccess),
            "last_error": JSON(state.lastError),
            "failures": .integer(state.errorCount),
            "failing_since": JSON(state.failingSince),
            "next_due": JSON(details.due?.date),
            "due_reason": JSON(details.due?.reason.rawValue),
            "wait_until": JSON(state.wait?.until),
            "gone": .bool(state.isGone),
            "moved_to": JSON(state.movedTo?.shownAddress),
            "seconds_between_items": JSON(details.rhythm?.interval),
            "newest_item": JSON(details.rhythm?.newest)
        ]
        let answers: KeyValuePairs<String, JSON> = [
            "status": JSON(figures.status),
            "received": JSON(figures.received),
            "milliseconds": JSON(figures.milliseconds),
            "document_bytes": JSON(figures.size),
            "history": .array(history.map(\.json))
        ]
        return .members([identity, fetching, answers].flatMap { $0.map { ($0.key, $0.value) } })
    }
}

extension PastFetch {
    fileprivate var json: JSON {
        .object([
            "date": JSON(date),
            "new": JSON(newItems),
            "status": JSON(figures.status),
            "received": JSON(figures.received),
            "milliseconds": JSON(figures.milliseconds)
        ])
    }
}
