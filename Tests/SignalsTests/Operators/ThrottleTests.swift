import Dispatch
import Locks
import Signals
import Testing

@Suite struct ThrottleTests {
    private let subject = Subject<Int, Trouble>()
    private let queue = DispatchQueue(label: "throttle")

    private func throttled(for interval: Duration = .milliseconds(1)) -> Signal<Int, Trouble> {
        subject.signal.throttle(for: interval, on: .queue(queue))
    }

    @Test func `the first value comes at once, and of those in an interval the latest at its end`() {
        queue.suspend()
        let recorder = Recorder(throttled())
        for number in 1...4 { subject.send(number) }
        #expect(recorder.values == [1])
        queue.resume()
        #expect(recorder.wait(for: 2))
        #expect(recorder.values == [1, 4])
    }

    @Test func `between two values lies an interval`() {
        let recorder = Recorder(throttled(for: .milliseconds(30)))
        let duration = ContinuousClock().measure {
            for number in 1...2 { subject.send(number) }
            #expect(recorder.wait(for: 2))
        }
        #expect(duration >= .milliseconds(30))
    }

    @Test func `after an interval without a value the next one comes at once`() {
        let recorder = Recorder(throttled())
        subject.send(1)
        // The throttle opens on the same serial queue, for which what is due first comes first.
        let isLater = DispatchSemaphore(value: 0)
        queue.asyncAfter(deadline: .now() + .milliseconds(200)) { isLater.signal() }
        isLater.wait()
        subject.send(2)
        #expect(recorder.values == [1, 2])
    }

    @Test(arguments: EndTests.ends)
    func `the end waits for nothing, and what waits comes before it`(end: Event<Int, Trouble>) {
        queue.suspend()
        defer { queue.resume() }
        let recorder = Recorder(throttled())
        for number in 1...3 { subject.send(number) }
        subject.send(end)
        #expect(recorder.events == [.next(1), .next(3), end])
    }

    @Test func `an end that meets the end of an interval loses no value`() {
        for _ in 0..<2000 {
            let subject = Subject<Int, Never>()
            let recorder = Recorder(subject.signal.throttle(for: .zero, on: .queue(queue)))
            for number in 1...3 { subject.send(number) }
            subject.send(.completed)
            #expect(recorder.waitForEnd())
            #expect(recorder.events.suffix(2) == [.next(3), .completed])
        }
    }

    @Test func `a disposed throttle sends nothing of what waits`() {
        queue.suspend()
        let recorder = Recorder(throttled())
        for number in 1...2 { subject.send(number) }
        recorder.dispose()
        let isOver = DispatchSemaphore(value: 0)
        queue.asyncAfter(deadline: .now() + .milliseconds(50)) { isOver.signal() }
        queue.resume()
        isOver.wait()
        #expect(recorder.values == [1])
    }
}
