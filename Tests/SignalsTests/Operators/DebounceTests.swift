import Signals
import TestSupport
import Testing

@Suite struct DebounceTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private var debounced: Signal<Int, Trouble> { subject.signal.debounce(for: .seconds(3), on: clock) }

    @Test func `debounce sends a value if it was the latest for the interval`() {
        let recorder = Recorder(debounced)
        for number in 1...3 {
            subject.send(number)
            clock.advance(by: .seconds(2))
        }
        #expect(recorder.values == [])
        clock.advance(by: .seconds(1))
        #expect(recorder.values == [3])
    }

    @Test(arguments: EndTests.ends)
    func `debounce sends a waiting value at once at the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(debounced)
        for event in [.next(1), .next(2), end] { subject.send(event) }
        #expect(recorder.events == [.next(2), end])
    }

    @Test func `debounce doesn't send a value again at the end`() {
        let recorder = Recorder(debounced)
        subject.send(1)
        clock.advance(by: .seconds(3))
        subject.send(.completed)
        #expect(recorder.events == [.next(1), .completed])
    }

    @Test func `a disposed debounce sends no waiting value`() {
        let recorder = Recorder(debounced)
        subject.send(1)
        recorder.dispose()
        clock.advance(by: .seconds(3))
        #expect(recorder.events == [])
    }

    @Test func `debounce delays a value sent in a delivery like any other`() {
        let recorder = Recorder(debounced)
        debounced.onNext { [subject] number in
            if number == 1 { subject.send(2) }
        }
        subject.send(1)
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1])
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1, 2])
    }

    @Test func `debounce uses one timer at a time for a burst`() {
        let scheduler = CountingScheduler()
        let recorder = Recorder(subject.signal.debounce(for: .seconds(3), on: scheduler))
        for number in 1...1000 { subject.send(number) }
        #expect(scheduler.timers == 1)
        scheduler.clock.advance(by: .seconds(3))
        #expect(recorder.values == [1000])
    }
}
