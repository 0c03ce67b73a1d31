import FeedParser
import Foundation
import Library
import Testing

@testable import Refresh

@Suite struct ScheduleTests {
    /// A Friday, ten past three at night in UTC.
    private let now = Date(timeIntervalSince1970: 1_780_024_200)
    private let minute = 60.0
    private let hour = 3600.0

    private func wait(
        freshFor freshness: Double? = nil, _ hints: ScheduleHints = ScheduleHints(), _ rhythm: Rhythm? = nil,
        _ schedule: Schedule = Schedule()
    ) -> (seconds: Double, reason: Due.Reason) {
        let due = schedule.due(after: now, freshFor: freshness, hints, rhythm)
        return (due.date.timeIntervalSince(now), due.reason)
    }

    @Test func `an unknown feed is fetched every hour`() {
        #expect(wait() == (hour, .usual))
    }

    @Test func `the longest known interval counts`() {
        let daily = Rhythm(interval: 86_400, newest: now)
        #expect(wait(freshFor: 2 * hour) == (2 * hour, .server))
        #expect(wait(freshFor: 2 * hour, ScheduleHints(timeToLive: 180)) == (3 * hour, .feed))
        #expect(wait(freshFor: 2 * hour, ScheduleHints(timeToLive: 90, updateInterval: 240)) == (4 * hour, .feed))
        #expect(wait(freshFor: 2 * hour, ScheduleHints(), daily) == (3 * hour, .rhythm))
        #expect(wait(freshFor: 4 * hour, ScheduleHints(), daily) == (4 * hour, .server))
    }

    @Test func `intervals stay within the user's limits`() {
        let schedule = Schedule(RefreshIntervals(shortest: .seconds(600), longest: .seconds(7200)))
        #expect(wait(freshFor: 599, .init(), nil, schedule) == (600, .shortest))
        #expect(wait(freshFor: 601, .init(), nil, schedule) == (601, .server))
        #expect(wait(freshFor: 7200, .init(), nil, schedule) == (7200, .server))
        #expect(wait(freshFor: 7201, .init(), nil, schedule) == (7200, .longest))
        #expect(wait(.init(), Rhythm(interval: 1, newest: now), schedule) == (600, .shortest))
    }

    @Test(arguments: [504_911_232, 0x8000_0000, .greatestFiniteMagnitude, .infinity])
    func `an answer that is fresh for years is fetched again within a day`(freshness: Double) {
        #expect(wait(freshFor: freshness) == (24 * hour, .longest))
    }

    @Test(arguments: [0, -1, .min])
    func `hints of zero or less are ignored`(minutes: Int) {
        #expect(wait(ScheduleHints(timeToLive: minutes, updateInterval: minutes)) == (hour, .usual))
    }

    @Test func `enormous hints become the longest interval`() {
        #expect(wait(ScheduleHints(timeToLive: .max)) == (24 * hour, .longest))
    }

    @Test(arguments: [Duration.seconds(0), .seconds(-5), .seconds(Int64.min)])
    func `limits below a minute become a minute`(bound: Duration) {
        let schedule = Schedule(RefreshIntervals(shortest: bound, longest: bound))
        #expect(wait(freshFor: 1, .init(), nil, schedule) == (minute, .shortest))
        #expect(wait(.init(), nil, Schedule(own: bound)) == (minute, .person))
    }

    @Test func `a longest interval below the shortest becomes the shortest`() {
        let schedule = Schedule(RefreshIntervals(shortest: .seconds(7200), longest: .seconds(60)))
        #expect(wait(.init(), nil, schedule) == (7200, .usual))
        #expect(wait(freshFor: 9000, .init(), nil, schedule) == (7200, .longest))
    }

    @Test func `the user's interval for a feed overrides all hints and limits`() {
        let schedule = Schedule(own: .seconds(300))
        let hints = ScheduleHints(timeToLive: 600, skippedHours: [3, 4])
        #expect(wait(freshFor: 5 * hour, hints, Rhythm(interval: 1_000_000, newest: now), schedule) == (300, .person))
    }

    @Test func `a feed waits for the end of a skipped hour`() {
        #expect(wait(ScheduleHints(skippedHours: [4, 5])) == (hour * 2 + 50 * minute, .skipped))
        #expect(wait(ScheduleHints(skippedHours: [3, 5])) == (hour, .usual))
    }

    @Test func `a feed waits for the end of skipped days, beyond the longest interval`() {
        #expect(wait(ScheduleHints(skippedDays: [5, 6])) == (48 * hour - 3 * hour - 10 * minute, .skipped))
    }

    @Test func `skipping all hours or days is ignored`() {
        #expect(wait(ScheduleHints(skippedHours: Set(0..<24))) == (hour, .usual))
        #expect(wait(ScheduleHints(skippedDays: Set(0..<7))) == (hour, .usual))
    }

    @Test func `the only open hour of a week is found`() {
        let hints = ScheduleHints(skippedHours: Set(0..<24).subtracting([2]), skippedDays: Set(0..<7).subtracting([5]))
        #expect(wait(hints) == (7 * 24 * hour - hour - 10 * minute, .skipped))
    }

    @Test func `times before 1970 or beyond all calendars are handled`() {
        let hints = ScheduleHints(skippedHours: [0], skippedDays: [3])
        for time in [-1e6, -1e300, 1e300, .infinity] {
            let due = Schedule().due(after: Date(timeIntervalSince1970: time), freshFor: 60, hints, nil)
            #expect(due.date >= Date(timeIntervalSince1970: time))
        }
    }
}

private func == (left: (seconds: Double, reason: Due.Reason), right: (Double, Due.Reason)) -> Bool {
    left.seconds == right.0 && left.reason == right.1
}

@Suite struct RhythmTests {
    private let now = Date(timeIntervalSince1970: 1_780_000_000)
    private let day = 86_400.0

    private func rhythm(daysAgo: Double...) -> Rhythm? {
        let items = daysAgo.map { ParsedItem(id: "\($0)", published: now - $0 * day) }
        return Rhythm(of: ParsedFeed(format: .rss20, items: items), at: now)
    }

    @Test func `the dates of the items determine the rhythm`() {
        #expect(rhythm(daysAgo: 1, 3, 2) == Rhythm(interval: 86_400, newest: now - day))
        #expect(rhythm(daysAgo: 0, 0, 7) == Rhythm(interval: 302_400, newest: now))
    }

    @Test func `two items, or items in the future, determine no rhythm`() {
        #expect(rhythm(daysAgo: 1, 2) == nil)
        #expect(rhythm(daysAgo: 1, 2, -1, -2) == nil)
        #expect(
            Rhythm(of: ParsedFeed(format: .rss20, items: [ParsedItem(), ParsedItem(), ParsedItem()]), at: now) == nil)
    }

    @Test func `only the latest twenty items count`() {
        let recent = (0..<20).map { ParsedItem(id: "\($0)", published: now - Double($0) * 3600) }
        let old = ParsedItem(id: "old", published: now - 1000 * day)
        #expect(Rhythm(of: ParsedFeed(format: .rss20, items: [old] + recent), at: now)?.interval == 3600)
    }

    @Test func `a feed is fetched eight times per item`() {
        #expect(Rhythm(interval: 86_400, newest: now).wait(at: now) == 10_800)
    }

    @Test func `a quiet feed is fetched less and less often`() {
        let waits = [4, 8, 400].map { Rhythm(interval: 86_400, newest: now - $0 * day).wait(at: now) }
        #expect(waits == [10_800, 21_600, 1_080_000])
    }

    @Test func `dates of any age give a valid rhythm`() {
        #expect(rhythm(daysAgo: 1, 2, 1e300)?.interval == 1_000_000_000)
    }
}

@Suite struct FreshnessTests {
    private func seconds(_ headers: [String: String]) -> Double? {
        Freshness(at: Date(timeIntervalSince1970: 1_780_000_000)) { headers[$0] }.seconds
    }

    @Test(arguments: [
        ("max-age=3600", 3600), ("public, Max-Age = 60", 60), ("max-age=\"90\"", 90), ("max-age=5, must-revalidate", 5),
        ("max-age=5, max-age=50", 5), ("s-maxage=9, max-age=7", 7), ("max-age=504911232", 504_911_232),
        ("max-age=99999999999999999999999", 0x8000_0000)
    ])
    func `an answer is fresh for its max-age`(cacheControl: String, expected: Double) {
        #expect(seconds(["cache-control": cacheControl]) == expected)
    }

    @Test(arguments: [
        "", "no-cache", "no-store, private", "max-age", "max-age=", "max-age=0", "max-age=-1", "max-age=soon",
        "s-maxage=60",
        "x-max-age=60", "max-age=1.5"
    ])
    func `an answer without a valid max-age isn't fresh`(cacheControl: String) {
        #expect(seconds(["cache-control": cacheControl]) == nil)
    }

    @Test func `the age of an answer in a cache is subtracted`() {
        #expect(seconds(["cache-control": "max-age=100", "age": "40"]) == 60)
        #expect(seconds(["cache-control": "max-age=100", "age": "100"]) == nil)
        #expect(seconds(["cache-control": "max-age=100", "age": "-5"]) == 100)
    }

    @Test func `Expires counts by the server's clock, unless a max-age overrides it`() {
        let headers = ["expires": "Wed, 21 Oct 2015 08:28:00 GMT", "date": "Wed, 21 Oct 2015 07:28:00 GMT"]
        #expect(seconds(headers) == 3600)
        #expect(seconds(headers.merging(["cache-control": "max-age=5"]) { $1 }) == 5)
        #expect(seconds(headers.merging(["cache-control": "max-age=0"]) { $1 }) == nil)
    }

    @Test func `Expires without a date counts by our clock`() {
        #expect(seconds(["expires": "Thu, 28 May 2026 21:26:40 GMT"]) == 3600)
    }

    @Test(arguments: ["0", "-1", "", "never", "Thu, 01 Jan 1970 00:00:00 GMT"])
    func `a past or invalid Expires is ignored`(expires: String) {
        #expect(seconds(["expires": expires]) == nil)
    }
}

@Suite struct BackOffTests {
    private let now = Date(timeIntervalSince1970: 1_780_000_000)

    private func wait(
        _ failing: Failing, _ count: Int, chance: Double = 0, told: Double? = nil, _ schedule: Schedule = Schedule()
    ) -> Double? {
        let wait = told.map { ServerWait(until: now + $0, status: 503) }
        let due = schedule.due(after: now, failing, count: count, wait: wait, chance: chance)
        return due?.date.timeIntervalSince(now)
    }

    @Test func `a failing feed waits twice as long each time`() {
        #expect((1...5).map { wait(.server, $0) } == [1800, 3600, 7200, 14400, 28800])
        #expect((1...3).map { wait(.refused, $0) } == [3600, 7200, 14400])
    }

    @Test(arguments: [
        (Failing.network, 6), (.server, 24), (.tooMany, 24), (.refused, 72), (.document, 72), (.local, 24)
    ])
    func `a wait has a limit for each kind of failure`(failing: Failing, hours: Double) {
        #expect(wait(failing, 30) == hours * 3600)
        #expect(wait(failing, .max) == hours * 3600)
    }

    @Test func `an invalid count of failures counts as the first`() {
        #expect(wait(.server, 0) == 1800)
        #expect(wait(.server, .min) == 1800)
    }

    @Test func `a wait after a failure isn't shorter than the user's shortest interval`() {
        #expect(wait(.network, 1) == 1800)
        #expect(wait(.network, 1, Schedule(RefreshIntervals(shortest: .seconds(60)))) == 900)
    }

    @Test func `chance lengthens a wait by at most a quarter and never shortens it`() {
        #expect(wait(.server, 1, chance: 1) == 2250)
        #expect(wait(.server, 1, chance: 0.5) == 2025)
    }

    @Test func `a failing feed waits for the server's time, but no less than otherwise`() {
        #expect(wait(.server, 1, told: 86_400) == 86_400)
        #expect(wait(.server, 1, told: 60) == 1800)
    }

    @Test func `a feed that is gone isn't fetched any more`() {
        #expect(wait(.gone, 1) == nil)
    }

    private func wait(_ failing: Failing, _ count: Int, _ schedule: Schedule) -> Double? {
        wait(failing, count, chance: 0, told: nil, schedule)
    }
}

@Suite struct ServerWaitTests {
    private let now = Date(timeIntervalSince1970: 1_780_000_000)

    private func seconds(_ status: Int, _ retryAfter: String?) -> Double? {
        ServerWait(status: status, retryAfter: retryAfter, at: now)?.until.timeIntervalSince(now)
    }

    @Test(arguments: [("120", 120), ("Thu, 28 May 2026 21:26:40 GMT", 3600), ("604800", 604_800)])
    func `a server gets the pause that it asks for`(retryAfter: String, expected: Double) {
        #expect(seconds(429, retryAfter) == expected)
        #expect(seconds(503, retryAfter) == expected)
        #expect(seconds(403, retryAfter) == expected)
    }

    @Test func `a date counts by the server's clock`() {
        let wait = ServerWait(
            status: 503, retryAfter: "Thu, 28 May 2026 21:26:40 GMT", date: "Thu, 28 May 2026 21:16:40 GMT", at: now)
        #expect(wait?.until == now + 600)
    }

    @Test(arguments: ["604801", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func `no pause is longer than a week`(retryAfter: String) {
        #expect(seconds(503, retryAfter) == 604_800)
    }

    @Test(arguments: [nil, "", "0", "-5", "soon", "Thu, 01 Jan 1970 00:00:00 GMT"])
    func `an overloaded server without a valid time gets ten minutes`(
        retryAfter: String?
    ) {
        #expect(seconds(429, retryAfter) == 600)
        #expect(seconds(503, retryAfter) == 600)
        #expect(seconds(500, retryAfter) == nil)
        #expect(seconds(404, retryAfter) == nil)
    }

    @Test func `a successful answer requires no pause`() {
        #expect(seconds(200, "120") == nil)
        #expect(seconds(304, "120") == nil)
    }

    @Test func `only too many requests and no service pause all feeds of a server`() {
        #expect([429, 503].allSatisfy(ServerWait.slowsHost))
        #expect(![200, 403, 404, 410, 500, 502].contains(where: ServerWait.slowsHost))
    }
}
