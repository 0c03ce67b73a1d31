import Signals
import Testing

@Suite struct MergeTests {
    private let first = Subject<Int, Trouble>()
    private let second = Subject<Int, Trouble>()

    @Test func `merge sends values as they come, and completes when both signals have`() {
        let recorder = Recorder(first.signal.merge(with: second.signal))
        first.send(1)
        second.send(2)
        first.send(.completed)
        second.send(3)
        #expect(recorder.events == [.next(1), .next(2), .next(3)])
        second.send(.completed)
        #expect(recorder.events.last == .completed)
    }

    @Test func `a failure of either signal ends merge`() {
        let recorder = Recorder(first.signal.merge(with: second.signal))
        second.send(.failed(.line))
        first.send(1)
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `merge of no signals completes at once`() {
        #expect(Recorder(Signal<Int, Trouble>.merge([])).events == [.completed])
    }

    @Test func `merge doesn't start further signals after the subscription ends`() {
        let started = Counter()
        let late = Signal<Int, Trouble> { _ in
            started.increment()
            return nil
        }
        #expect(Recorder(Signal.merge([.from(1...), late]).take(2)).events == [.next(1), .next(2), .completed])
        #expect(started.count == 0)
    }
}
