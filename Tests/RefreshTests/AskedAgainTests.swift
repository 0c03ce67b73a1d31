import Foundation
import Library
import Refresh
import TestSupport
import Testing

/// When a feed is due after an answer. Other tests check the single rules.
@Suite(.timeLimit(.minutes(5))) struct AskedAgainTests {
    private static let now = Date()

    @Test(arguments: [
        (["Cache-Control": "max-age=10800"], "", Due.Reason.server, 10_800),
        (["Date": date(0), "Expires": date(10_800)], "", .server, 10_800),
        ([:], "<ttl>180</ttl>", .feed, 10_800),
        ([:], "<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>8</sy:updateFrequency>", .feed, 10_800),
        (["Cache-Control": "max-age=60"], "", .shortest, 1800),
        (["Cache-Control": "max-age=99999999"], "", .longest, 86_400),
        ([:], "", .usual, 3600)
    ])
    func `a feed is due when its server or document says so, within the user's limits`(
        headers: [String: String], hint: String, reason: Due.Reason, seconds: Int
    ) async throws {
        let due = try await due(after: document(saying: hint), headers)
        #expect((due.reason, due.after) == (reason, seconds))
    }

    @Test func `a feed is fetched in its own rhythm, even if it hasn't changed`() async throws {
        let items = (1...3).map { SampleFeed.Item(title: "\($0)", date: Self.now - Double($0) * 80 * 3600) }
        let answers = Answers([
            Answer(200, headers: ["ETag": "\"v1\""], body: SampleFeed(title: "Feed", items: items).rss), Answer(304)
        ])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        for _ in 1...2 {
            try await newsstand.refresh()
            let due = try #require(try newsstand.dues[0])
            #expect((due.reason, due.after) == (.rhythm, 10 * 3600))
        }
    }

    @Test func `a feed isn't due in the hours and on the days that it skips`() async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let soon = (0...2).map { calendar.component(.hour, from: Self.now + Double($0) * 3600) }
        let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        let today = [0.0, 6 * 3600].map { days[calendar.component(.weekday, from: Self.now + $0) - 1] }
        let hours = "<skipHours>\(soon.map { "<hour>\($0)</hour>" }.joined())</skipHours>"
        for hint in [hours, "<skipDays>\(today.map { "<day>\($0)</day>" }.joined())</skipDays>"] {
            let due = try await due(after: document(saying: hint))
            #expect(due.reason == .skipped && due.after > 3600)
        }
    }

    @Test func `the user's interval overrides the feed's`() async throws {
        let answer = document(saying: "<ttl>180</ttl>")
        let bounds = RefreshIntervals(shortest: .seconds(600), longest: .seconds(7200))
        #expect(try await due(after: answer) { $0.intervals = bounds }.after == 7200)
        var own = FeedSettings()
        own.interval = .seconds(300)
        let due = try await due(after: answer) { [own] settings in
            settings.intervals = bounds
            settings.feeds = settings.feeds.mapValues { _ in own }
        }
        #expect((due.reason, due.after) == (.person, 300))
    }

    @Test func `feeds that fail together are fetched at different times later`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let newsstand = try Newsstand((1...20).map { server.url("/\($0)") })
        try await newsstand.refresh()
        let waits = try newsstand.dues.compactMap(\.?.after)
        #expect(waits.count == 20 && waits.allSatisfy { (3600...4500).contains($0) })
        #expect(Set(waits).count > 2)
    }

    private func due(
        after body: String, _ headers: [String: String] = [:], change: (inout RefreshSettings) -> Void = { _ in }
    ) async throws -> Due {
        let server = try LoopbackServer { _ in Answer(200, headers: headers, body: body) }
        let newsstand = try Newsstand([server.url("/")]) { settings in
            settings.feeds[server.url("/")] = FeedSettings()
            change(&settings)
        }
        try await newsstand.refresh()
        return try #require(try newsstand.dues[0])
    }

    private func document(saying hint: String) -> String {
        """
        <rss version="2.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel><title>t</title>\(hint)
        <item><title>a</title></item></channel></rss>
        """
    }

    /// In the format of servers.
    private static func date(_ seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: now + seconds)
    }
}
