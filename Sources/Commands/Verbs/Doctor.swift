import FoundationEssentials
import Library
import Subscriptions

extension Verb {
    static let doctor = Verb(
        name: "doctor", operands: "[FEED…]", summary: "look at what lede stands on, and at how the feeds fare",
        details: [
            """
            Feeds that ask for attention come first: those that are gone, that fail, that have moved, whose server told us \
            to wait, and that have brought nothing for a year. Of feeds that are named all is told that is known: when they \
            were asked, when they are due and why then, how often they bring something, and how the last fetches went.
            """
        ],
        options: [.json],
        examples: [Example(line: "lede doctor https://example.org/feed", meaning: "why is nothing new in this feed?")],
        exits: [
            Exit(code: 0, meaning: "all is well"),
            Exit(code: 1, meaning: "something or some feed asks for attention")
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
