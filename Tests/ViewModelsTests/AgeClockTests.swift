import Foundation
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct `Ages on an untouched screen` {
    private let scheduler = VirtualScheduler()
    private let days = MutableProperty(0)
    /// Noon in the local time zone.
    private let start = LocalTime.startOfDay(Date(timeIntervalSince1970: 1_800_000_000)) + 43_200

    @Test func `ages on an untouched screen grow by the minute at first, then every ten minutes`() {
        let clock = clock()
        clock.follow([start - 3000])
        scheduler.advance(by: .seconds(600))
        #expect(clock.ticks == 10)
        scheduler.advance(by: .seconds(1200))
        #expect(clock.ticks == 12)
    }

    @Test func `ages are checked sooner when a newer item comes`() {
        let clock = clock()
        clock.follow([start - 86_400])
        scheduler.advance(by: .seconds(30))
        clock.follow([start - 86_400, start + 30])
        scheduler.advance(by: .seconds(30))
        clock.follow([start - 86_400, start + 60])
        scheduler.advance(by: .seconds(30))
        #expect(clock.ticks == 1)
    }

    @Test func `old ages stay on the screen until the day changes at midnight`() {
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
