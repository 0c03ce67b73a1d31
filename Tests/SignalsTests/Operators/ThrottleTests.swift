import Dispatch
import Signals
import TestSupport
import Testing

@Suite struct ThrottleTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private var throttled: Signal<Int, Trouble> { subject.signal.throttle(for: .seconds(3), on: clock) }

    @Test func `throttle sends the first value at once, and the latest of an interval at its end`() {
        let recorder = Recorder(throttled)
        for number in 1...4 { subject.send(number) }
        #expect(recorder.values == [1])
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1, 4])
    }

    @Test func `throttle leaves an interval between two values, even after one that waited`() {
        let recorder = Recorder(throttled)
        for number in 1...2 { subject.send(number) }
        clock.advance(by: .seconds(3))
        subject.send(3)
        clock.advance(by: .seconds(2))
        #expect(recorder.values == [1, 2])
        clock.advance(by: .seconds(1))
        #expect(recorder.values == [1, 2, 3])
    }

    @Test func `throttle sends a value at once after an interval without one`() {
        let recorder = Recorder(throttled)
        subject.send(1)
        clock.advance(by: .seconds(3))
        subject.send(2)
        #expect(recorder.values == [1, 2])
    }

    @Test(arguments: EndTests.ends)
    func `throttle sends a waiting value at once at the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(throttled)
        for number in 1...3 { subject.send(number) }
        subject.send(end)
        #expect(recorder.events == [.next(1), .next(3), end])
    }

    @Test func `a disposed throttle sends no waiting value`() {
        let recorder = Recorder(throttled)
        for number in 1...2 { subject.send(number) }
        recorder.dispose()
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [1])
    }

    @Test func `an end that meets the end of an interval loses no value`() async {
        let queue = DispatchQueue(label: "throttle")
        for _ in 0..<2000 {
            let subject = Subject<Int, Never>()
            let recorder = Recorder(subject.signal.throttle(for: .zero, on: .queue(queue)))
            for number in 1...3 { subject.send(number) }
            subject.send(.completed)
            #expect(await recorder.waitForEnd())
            #expect(recorder.events.suffix(2) == [.next(3), .completed])
        }
    }
}
