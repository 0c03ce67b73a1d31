import Addresses
import FoundationEssentials
import Library
import ViewModels

extension FeedHealth {
    /// The feed's condition in one line.
    func summary(_ condition: FeedVerdict, at now: Date) -> String {
        let state = feed.fetching
        return switch condition {
        case .gone: "\(HoldUp.gone): remove it with “lede remove”"
        case .failing: (state.errorCount == 0 ? "" : "failed \(failures(at: now)): ") + (state.lastError ?? "")
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
        var lines = [
            ("URL", feed.shownURL),
            ("condition", condition == .well ? condition.words : "\(condition.words): \(summary(condition, at: now))"),
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
        if let size = figures.size { lines.append(("document", "\(size) bytes")) }
        for (number, fetch) in history.enumerated() {
            lines.append((number == 0 ? "history" : "", "\(time(fetch.date, now)): \(fetch.words)"))
        }
        return lines
    }

    private func failures(at now: Date) -> String {
        let count = feed.fetching.errorCount
        let since = feed.fetching.failingSince.map { " since \(time($0, now))" } ?? ""
        // Without a network all feeds fail, which isn't counted against any of them.
        if count == 0 { return "not counted: lede couldn't reach any server" }
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
    date.map { TimeSpan(seconds: Int(max(0, min(now.timeIntervalSince($0), 1e11)))).description + " ago" } ?? "never"
}

extension PastFetch {
    fileprivate var words: String {
        let came = newItems.map { $0 == 0 ? "nothing new" : "\($0) new" } ?? "failed"
        return figures.words.map { "\(came) (\($0))" } ?? came
    }
}

extension TransferFigures {
    /// The known figures, such as “304, 312 bytes, 48 ms”; nil if none is known.
    fileprivate var words: String? {
        let parts = [
            status.map { "\($0)" }, received.map { "\($0) bytes" }, milliseconds.map { "\($0) ms" }
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
