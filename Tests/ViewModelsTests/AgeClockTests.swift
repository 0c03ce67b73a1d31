import Foundation
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `The ages on a screen that nobody touches` {
    private let scheduler = VirtualScheduler()
    private let days = MutableProperty(0)
    /// Noon, by the clock on the wall.
    private let start = ClockTime.startOfDay(Date(timeIntervalSince1970: 1_800_000_000)) + 43_200

    @Test func `grow by the minute while something is young, and then by ten minutes`() {
        let clock = clock()
        clock.follow([start - 3000])
        scheduler.advance(by: .seconds(600))
        #expect(clock.ticks == 10)
        scheduler.advance(by: .seconds(1200))
        #expect(clock.ticks == 12)
    }

    @Test func `are looked at sooner when something young comes, and no later when more of it does`() {
        let clock = clock()
        clock.follow([start - 86_400])
        scheduler.advance(by: .seconds(30))
        clock.follow([start - 86_400, start + 30])
        scheduler.advance(by: .seconds(30))
        clock.follow([start - 86_400, start + 60])
        scheduler.advance(by: .seconds(30))
        #expect(clock.ticks == 1)
    }

    @Test func `stay while all is old, but for the day that begins at midnight`() {
        let clock = clock()
        clock.follow([start - 86_400 * 30])
        scheduler.advance(by: .seconds(43_199))
        #expect(clock.ticks == 0 && days.value == 0)
        scheduler.advance(by: .seconds(1))
        #expect(clock.ticks == 1 && days.value == 1)
        scheduler.advance(by: .seconds(3 * 86_400))
        #expect(days.value == 4)
    }

    private func clock() -> AgeClock {
        AgeClock(scheduler: scheduler, now: { [scheduler, start] in start + scheduler.now / .seconds(1) }) {
            [days] in days.value += 1
        }
    }
}
