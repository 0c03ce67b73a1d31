import Signals
import TestSupport
import Testing

@Suite struct BufferTimeTests {
    private let subject = Subject<Int, Trouble>()
    private let clock = VirtualScheduler()

    private func buffered(atMost count: Int = .max) -> Signal<[Int], Trouble> {
        subject.signal.buffer(for: .seconds(3), atMost: count, on: clock)
    }

    @Test func `a buffer sends an interval's values at its end, and nothing for silence`() {
        let recorder = Recorder(buffered())
        clock.advance(by: .seconds(10))
        for number in 1...2 { subject.send(number) }
        clock.advance(by: .seconds(3))
        #expect(recorder.values == [[1, 2]])
        clock.advance(by: .seconds(10))
        #expect(recorder.values == [[1, 2]])
    }

    @Test func `a full buffer is sent at once, and the next one gets its whole time`() {
        let recorder = Recorder(buffered(atMost: 2))
        subject.send(1)
        clock.advance(by: .seconds(2))
        for number in 2...3 { subject.send(number) }
        #expect(recorder.values == [[1, 2]])
        clock.advance(by: .seconds(2))
        #expect(recorder.values == [[1, 2]])
        clock.advance(by: .seconds(1))
        #expect(recorder.values == [[1, 2], [3]])
    }

    @Test(arguments: EndTests.ends)
    func `a timed buffer sends its values at once at the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(buffered())
        for event in [.next(1), .next(2), end] { subject.send(event) }
        #expect(recorder.events == [.next([1, 2]), end.map { [$0] }])
    }

    @Test func `a disposed buffer sends none of its values`() {
        let recorder = Recorder(buffered())
        subject.send(1)
        recorder.dispose()
        clock.advance(by: .seconds(3))
        #expect(recorder.events == [])
    }

    @Test func `a value sent in a delivery begins the next buffer`() {
        let recorder = Recorder(buffered(atMost: 1))
        buffered(atMost: 1).onNext { [subject] values in
            if values == [1] { subject.send(2) }
        }
        subject.send(1)
        #expect(recorder.values == [[1], [2]])
    }
}
