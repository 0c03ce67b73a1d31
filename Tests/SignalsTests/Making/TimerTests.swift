import Signals
import TestSupport
import Testing

@Suite struct TimerTests {
    private let clock = VirtualScheduler()

    private var timer: Signal<Int, Trouble> { Signal.timer(after: .seconds(3), on: clock).map { 1 } }

    @Test func `a timer sends one value after its time, and completes`() {
        let recorder = Recorder(timer)
        clock.advance(by: .seconds(2))
        #expect(recorder.events == [])
        clock.advance(by: .seconds(10))
        #expect(recorder.events == [.next(1), .completed])
    }

    @Test func `a disposed timer sends nothing`() {
        let recorder = Recorder(timer)
        recorder.dispose()
        clock.advance(by: .seconds(10))
        #expect(recorder.events == [])
    }

    @Test func `each subscriber of a timer has its own time`() {
        let timer = timer
        let first = Recorder(timer)
        clock.advance(by: .seconds(2))
        let second = Recorder(timer)
        clock.advance(by: .seconds(1))
        #expect([first, second].map(\.values) == [[1], []])
    }
}
