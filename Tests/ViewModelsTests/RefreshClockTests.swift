import Foundation
import Signals
import TestSupport
import Testing

@testable import ViewModels

@MainActor @Suite struct RefreshClockTests {
    private let scheduler = VirtualScheduler()
    private let looks = MutableProperty<[Date]>([])
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

    @Test func `an interval counts from one refresh to the next`() {
        let clock = clock { $0.interval = .seconds(600) }
        clock.handleStart()
        scheduler.advance(by: .seconds(599))
        #expect(looks.value.isEmpty)
        scheduler.advance(by: .seconds(1300))
        #expect(minutesOfLooks == [10, 20, 30])
    }

    @Test func `a changed interval counts from the last refresh`() {
        let clock = clock { $0.interval = .seconds(3600) }
        scheduler.advance(by: .seconds(900))
        clock.settings.interval = .seconds(600)
        scheduler.advance(by: .seconds(1))
        #expect(minutesOfLooks == [15])
        clock.settings.interval = nil
        scheduler.advance(by: .seconds(1_000_000))
        #expect(minutesOfLooks == [15])
    }

    @Test func `waking starts a refresh if a setting asks for it`() {
        let clock = clock { $0.onResume = true }
        clock.handleWake()
        #expect(looks.value.count == 1)
    }

    @Test func `an interval that ended while the machine slept is over when it wakes`() {
        let slept = MutableProperty(0.0)
        let clock = clock(slept: slept) { $0.interval = .seconds(3600) }
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
        clock.handleEnd(nothingAnswered: true)
        scheduler.advance(by: .seconds(1_000_000))
        #expect(looks.value.count == 1)
    }

    private var minutesOfLooks: [Double] { looks.value.map { ($0 - 60).timeIntervalSince(start) / 60 } }

    private func clock(
        slept: MutableProperty<Double> = MutableProperty(0), isSomethingDue: Bool = true,
        _ change: (inout AutomaticRefresh) -> Void = { _ in }
    ) -> RefreshClock {
        let clock = RefreshClock(
            scheduler: scheduler,
            now: { [scheduler, start] in start + Double(scheduler.now.components.seconds) + slept.value },
            look: { [looks] date in
                looks.value.append(date)
                return isSomethingDue
            })
        change(&clock.settings)
        return clock
    }
}
