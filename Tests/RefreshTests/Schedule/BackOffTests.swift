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
