import Signals
import TestSupport
import Testing

@Suite struct DelayTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private var delayed: Signal<Int, Trouble> { subject.signal.delay(by: .seconds(3), on: clock) }

    @Test func `delay sends values and completion later, in order and with the same distances`() {
        let recorder = Recorder(delayed)
        subject.send(1)
        clock.advance(by: .seconds(2))
        subject.send(2)
        subject.send(.completed)
        #expect(recorder.events == [])
        clock.advance(by: .seconds(1))
        #expect(recorder.events == [.next(1)])
        clock.advance(by: .seconds(2))
        #expect(recorder.events == [.next(1), .next(2), .completed])
    }

    @Test func `delay sends a failure at once and drops waiting values`() {
        let recorder = Recorder(delayed)
        subject.send(1)
        subject.send(.failed(.line))
        clock.advance(by: .seconds(3))
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `a disposed delay sends no waiting value`() {
        let recorder = Recorder(delayed)
        subject.send(1)
        recorder.dispose()
        clock.advance(by: .seconds(3))
        #expect(recorder.events == [])
    }

    @Test func `delay delays a value sent in a delivery like any other`() {
        let recorder = Recorder(delayed)
        delayed.onNext { [subject] number in
            if number == 1 { subject.send(2) }
        }
        subject.send(1)
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1])
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1, 2])
    }

    @Test func `delay stops an endless source at its end, however late that arrives`() {
        let isFree = comesToAnEnd { [clock] in
            let recorder = Recorder(Signal<Int, Never>.from(1...).take(2).delay(by: .seconds(3), on: clock))
            clock.advance(by: .seconds(3))
            #expect(recorder.events == [.next(1), .next(2), .completed])
        }
        #expect(isFree)
    }

    @Test func `delay uses one timer for a burst and keeps its order`() {
        let scheduler = CountingScheduler()
        let recorder = Recorder(subject.signal.delay(by: .seconds(3), on: scheduler))
        for number in 1...1000 { subject.send(number) }
        scheduler.clock.advance(by: .seconds(3))
        #expect(scheduler.timers == 1)
        #expect(recorder.values == Array(1...1000))
    }
}
