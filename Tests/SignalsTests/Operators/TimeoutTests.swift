import Signals
import TestSupport
import Testing

@Suite struct TimeoutTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private var limited: Signal<Int, Trouble> {
        subject.signal.timeout(after: .seconds(3), failingWith: .power, on: clock)
    }

    @Test func `timeout fails if no event comes in time`() {
        let recorder = Recorder(limited)
        clock.advance(by: .seconds(2))
        #expect(recorder.events == [])
        clock.advance(by: .seconds(1))
        #expect(recorder.events == [.failed(.power)])
    }

    @Test func `timeout starts again with each value`() {
        let recorder = Recorder(limited)
        for number in 1...3 {
            clock.advance(by: .seconds(2))
            subject.send(number)
        }
        #expect(recorder.values == [1, 2, 3])
        clock.advance(by: .seconds(3))
        #expect(recorder.events.last == .failed(.power))
    }

    @Test(arguments: EndTests.ends) func `timeout doesn't fail after the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(limited)
        subject.send(end)
        clock.advance(by: .seconds(10))
        #expect(recorder.events == [end])
    }

    @Test func `timeout disposes of the work behind a late signal`() {
        let cleaned = Counter()
        let signal = Signal<Int, Trouble> { _ in ActionDisposable { cleaned.increment() } }
        signal.timeout(after: .seconds(3), failingWith: .power, on: clock).subscribe { _ in }
        clock.advance(by: .seconds(3))
        #expect(cleaned.count == 1)
    }

    @Test func `a disposed timeout doesn't fail`() {
        let recorder = Recorder(limited)
        recorder.dispose()
        clock.advance(by: .seconds(10))
        #expect(recorder.events == [])
    }

    @Test func `timeout uses one timer for many values`() {
        let scheduler = CountingScheduler()
        subject.signal.timeout(after: .seconds(3), failingWith: .power, on: scheduler).subscribe { _ in }
        for number in 1...1000 { subject.send(number) }
        #expect(scheduler.timers == 1)
    }
}
