import Foundation
import Library
import Testing

@testable import Refresh

@Suite struct BackOffTests {
    private let now = Date(timeIntervalSince1970: 1_780_000_000)

    private func wait(
        _ failing: Failing, _ count: Int, chance: Double = 0, told: Double? = nil, _ schedule: Schedule = Schedule()
    ) -> Double? {
        let wait = told.map { ServerWait(until: now + $0, status: 503) }
        let due = schedule.due(after: now, failing, count: count, wait: wait, chance: chance)
        return due?.date.timeIntervalSince(now)
    }

    @Test func `a failing feed is left alone for twice as long each time`() {
        #expect((1...5).map { wait(.server, $0) } == [1800, 3600, 7200, 14400, 28800])
        #expect((1...3).map { wait(.refused, $0) } == [3600, 7200, 14400])
    }

    @Test(arguments: [
        (Failing.network, 6), (.server, 24), (.tooMany, 24), (.refused, 72), (.document, 72), (.local, 24)
    ])
    func `it is never left alone for longer than its kind of failure deserves`(failing: Failing, hours: Double) {
        #expect(wait(failing, 30) == hours * 3600)
        #expect(wait(failing, .max) == hours * 3600)
    }

    @Test func `a count that makes no sense is taken for the first`() {
        #expect(wait(.server, 0) == 1800)
        #expect(wait(.server, .min) == 1800)
    }

    @Test func `no back-off is shorter than the person's shortest wait`() {
        #expect(wait(.network, 1) == 1800)
        #expect(wait(.network, 1, Schedule(RefreshIntervals(shortest: .seconds(60)))) == 900)
    }

    @Test func `chance makes it up to a quarter longer and never shorter`() {
        #expect(wait(.server, 1, chance: 1) == 2250)
        #expect(wait(.server, 1, chance: 0.5) == 2025)
    }

    @Test func `a server that says when is asked then, but for a failing feed no sooner`() {
        #expect(wait(.server, 1, told: 86_400) == 86_400)
        #expect(wait(.server, 1, told: 60) == 1800)
    }

    @Test func `a feed that is gone is asked no more`() {
        #expect(wait(.gone, 1) == nil)
    }

    private func wait(_ failing: Failing, _ count: Int, _ schedule: Schedule) -> Double? {
        wait(failing, count, chance: 0, told: nil, schedule)
    }
}
