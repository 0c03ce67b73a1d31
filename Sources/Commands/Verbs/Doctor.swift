import FoundationEssentials
import Library
import Subscriptions

extension Verb {
    static let doctor = Verb(
        name: "doctor", operands: "[FEED…]", summary: "check lede's setup and your feeds' health",
        details: [
            """
            Checks lede's own files, the disk and the libraries that lede uses. Then lists your feeds by their state: gone for \
            good, failing, moved, waiting because the server asked lede to, silent for a year, never fetched, or ok.
            """,
            """
            Name feeds to see everything lede knows about them: when they were fetched, when they are next due and why, how \
            often they publish, and how recent fetches went.
            """
        ],
        options: [.json],
        examples: [
            Example(line: "lede doctor https://example.org/feed", meaning: "find out why a feed has nothing new")
        ],
        exits: [
            Exit(code: 0, meaning: "no problems"),
            Exit(code: 1, meaning: "a check failed, or a feed is gone, failing or moved")
        ]
    ) { arguments in
        let paths = try arguments.paths()
        let subscriptions = try Subscriptions(reading: paths)
        let names = arguments.operands
        let wanted = Set(try subscriptions.feeds(named: names).map(\.id))
        let feeds = try subscriptions.library.health().filter { wanted.contains($0.feed.id) }
        let findings = names.isEmpty ? try Checkup(paths, subscriptions.library).findings() : []
        let report = DoctorReport(findings: findings, feeds: feeds, at: Date())
        if arguments.has("--json") {
            report.printJSON()
        } else if names.isEmpty {
            report.printOverview()
        } else {
            report.printDetails()
        }
        return report.asksForAttention ? 1 : 0
    }
}
