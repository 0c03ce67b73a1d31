import FoundationEssentials
import Library

/// The results of `lede doctor`, as text or JSON.
struct DoctorReport {
    private let findings: [Finding]
    /// The feeds that need the most attention come first.
    private let feeds: [(health: FeedHealth, condition: FeedVerdict)]
    private let now: Date

    init(findings: [Finding], feeds: [FeedHealth], at now: Date) {
        self.findings = findings
        let conditions = feeds.map { ($0, FeedVerdict($0, at: now)) }
        self.feeds = FeedVerdict.allCases.flatMap { condition in conditions.filter { $0.1 == condition } }
        self.now = now
    }

    var asksForAttention: Bool {
        findings.contains { $0.advice != nil } || feeds.contains { $0.condition.needsAttention }
    }

    func printJSON() {
        for finding in findings { Output.line(finding.json) }
        for (health, _) in feeds { Output.line(health.json(at: now)) }
    }

    func printOverview() {
        var table = TextTable(.left, .left, .flexible)
        for finding in findings {
            table.add(
                finding.advice == nil ? "ok" : "✗", finding.subject,
                finding.words + (finding.advice.map { ": \($0)" } ?? ""))
        }
        table.show()
        Output.line("")
        guard TerminalWidth.columns != nil else {
            table = TextTable(.left, .left, .left, .left)
            for (health, condition) in feeds {
                table.add(
                    condition.words, health.feed.name, health.feed.shownURL, health.summary(condition, at: now))
            }
            return table.show()
        }
        for (health, condition) in feeds {
            let feed = health.feed
            Output.columns(
                condition.words + ": " + (feed.name == feed.shownURL ? "" : feed.name + "  ") + feed.shownURL)
            Output.detail(health.summary(condition, at: now))
        }
    }

    func printDetails() {
        var table = TextTable(.left, .flexible)
        for (index, (health, _)) in feeds.enumerated() {
            if index > 0 { table.add("", "") }
            table.add("feed", health.feed.name)
            for (name, words) in health.details(at: now) { table.add(name, words) }
        }
        table.show()
    }
}
