import Foundation
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct RefreshClockTests {
    private let scheduler = VirtualScheduler()
    private let looks = MutableProperty<[Date]>([])
    private let nextDue = MutableProperty<Date?>(nil)
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    @Test func `nothing is fetched automatically unless a setting asks for it`() {
        let clock = clock()
        clock.handleStart()
        clock.handleWake()
        scheduler.advance(by: .seconds(1_000_000))
        #expect(looks.value.isEmpty)
    }

    @Test func `feeds due within a minute of the start are fetched, too`() {
        let clock = clock { $0.atStart = true }
        clock.handleStart()
        scheduler.advance(by: .seconds(1_000_000))
        #expect(looks.value == [start + 60])
    }

    @Test func `nothing wakes lede until the next feed is due`() {
        let clock = clock { $0.pause = .seconds(600) }
        nextDue.value = start + 7200
        clock.handleStart()
        #expect(scheduler.pending == [.seconds(7200)])
        scheduler.advance(by: .seconds(7199))
        #expect(looks.value.isEmpty)
        nextDue.value = nil
        scheduler.advance(by: .seconds(1))
        #expect(minutesOfLooks == [120])
        #expect(scheduler.pending.isEmpty)
    }

    @Test func `feeds that became due without a network are fetched as soon as it is back`() {
        let clock = clock { $0.pause = .seconds(600) }
        clock.handleReturn()
        #expect(looks.value.isEmpty)
        clock.handleStart()
        clock.handleEnd(nothingAnswered: true)
        clock.handleReturn()
        #expect(looks.value == [start + 60])
        clock.settings = AutomaticRefresh()
        clock.handleReturn()
        #expect(looks.value.count == 1)
    }

    @Test func `automatic refreshes keep the shortest pause between them`() {
        let clock = clock { ($0.atStart, $0.pause) = (true, .seconds(600)) }
        clock.handleStart()
        #expect(clock.earliest == start + 600)
        nextDue.value = start + 700
        clock.handleEnd(nothingAnswered: false)
        scheduler.advance(by: .seconds(700))
        nextDue.value = start + 710
        clock.handleEnd(nothingAnswered: false)
        scheduler.advance(by: .seconds(599))
        #expect(looks.value.count == 2)
        scheduler.advance(by: .seconds(1))
        #expect(looks.value.count == 3)
    }

    @Test func `a changed setting holds at once, and no alarm is left without it`() {
        let clock = clock { $0.pause = .seconds(3600) }
        nextDue.value = start
        clock.handleStart()
        scheduler.advance(by: .seconds(0))
        scheduler.advance(by: .seconds(900))
        #expect(minutesOfLooks == [0])
        clock.settings.pause = .seconds(600)
        scheduler.advance(by: .seconds(1))
        #expect(minutesOfLooks == [0, 15])
        clock.settings.pause = nil
        #expect(scheduler.pending.isEmpty && clock.earliest == nil)
    }

    @Test func `feeds that come later are fetched when they are due`() {
        let clock = clock { $0.pause = .seconds(600) }
        clock.handleStart()
        #expect(scheduler.pending.isEmpty)
        nextDue.value = .distantPast
        clock.handleChange()
        scheduler.advance(by: .seconds(0))
        #expect(looks.value.count == 1)
    }

    @Test func `waking starts a refresh if a setting asks for it`() {
        let clock = clock { $0.onResume = true }
        clock.handleWake()
        #expect(looks.value.count == 1)
    }

    @Test func `feeds that became due while the machine slept are fetched when it wakes`() {
        let slept = MutableProperty(0.0)
        let clock = clock(slept: slept) { $0.pause = .seconds(600) }
        nextDue.value = start + 3600
        clock.handleStart()
        scheduler.advance(by: .seconds(60))
        slept.value = 7200
        clock.handleWake()
        scheduler.advance(by: .seconds(1))
        #expect(looks.value.count == 1)
    }

    @Test func `pauses grow while no server answers, and return to normal after an answer`() {
        let clock = clock { $0.atStart = true }
        clock.handleStart()
        for minutes in [5.0, 10, 20, 40, 60, 60] {
            let before = looks.value.count
            clock.handleEnd(nothingAnswered: true)
            scheduler.advance(by: .seconds(minutes * 60 - 1))
            #expect(looks.value.count == before)
            scheduler.advance(by: .seconds(1))
            #expect(looks.value.count == before + 1)
        }
        clock.handleEnd(nothingAnswered: false)
        scheduler.advance(by: .seconds(1_000_000))
        #expect(looks.value.count == 7)
    }

    @Test func `if no feed is due any more, nothing is tried again`() {
        let clock = clock(isSomethingDue: false) { $0.atStart = true }
        clock.handleStart()
        clock.handleEnd(nothingAnswered: true)
        scheduler.advance(by: .seconds(1_000_000))
        #expect(looks.value.count == 2)
    }

    private var minutesOfLooks: [Double] { looks.value.map { ($0 - 60).timeIntervalSince(start) / 60 } }

    private func clock(
        slept: MutableProperty<Double> = MutableProperty(0), isSomethingDue: Bool = true,
        _ change: (inout AutomaticRefresh) -> Void = { _ in }
    ) -> RefreshClock {
        let clock = RefreshClock(
            scheduler: scheduler,
            now: { [scheduler, start] in start + Double(scheduler.now.components.seconds) + slept.value },
            nextDue: { [nextDue] in nextDue.value },
            look: { [looks] date in
                looks.value.append(date)
                return isSomethingDue
            })
        change(&clock.settings)
        return clock
    }
}

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
