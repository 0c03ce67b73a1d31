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
