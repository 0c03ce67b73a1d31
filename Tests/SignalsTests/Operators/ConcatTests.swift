import Signals
import System
import Testing

@Suite struct ConcatTests {
    private let first = Subject<Int, Trouble>()
    private let second = Subject<Int, Trouble>()

    @Test func `concat starts the next signal when the source has completed`() {
        let recorder = Recorder(first.signal.concat(with: second.signal))
        second.send(9)
        first.send(1)
        first.send(.completed)
        second.send(2)
        second.send(.completed)
        #expect(recorder.events == [.next(1), .next(2), .completed])
    }

    @Test func `a failure of the source ends concat without the next signal`() {
        let recorder = Recorder(first.signal.concat(with: .just(2)))
        first.send(.failed(.line))
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `concat cleans up the source before the next signal starts`() {
        let steps = Locked<[String]>([])
        let cleaned = first.signal.on(disposed: { steps.withLock { $0.append("source cleaned up") } })
        let next = Signal<Int, Trouble>.empty.on(started: { steps.withLock { $0.append("next started") } })
        _ = Recorder(cleaned.concat(with: next))
        first.send(.completed)
        #expect(steps.withLock { $0 } == ["source cleaned up", "next started"])
    }

    @Test func `concat of many signals sends one after the other`() {
        let recorder = Recorder(Signal<Int, Trouble>.concat([.from([1, 2]), .empty, .just(3)]))
        #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
    }
}
