import Signals
import System
import Testing

@Suite struct ThenTests {
    private let source = Subject<Int, Trouble>()

    @Test func `then sends only the values of the next signal, which starts when the source has completed`() {
        let started = Counter()
        let next = Signal<String, Trouble> { observer in
            started.increment()
            observer.send("next")
            observer.send(.completed)
            return nil
        }
        let recorder = Recorder(source.signal.then(next))
        source.send(1)
        #expect(started.count == 0)
        source.send(.completed)
        #expect(recorder.events == [.next("next"), .completed])
    }

    @Test func `then cleans up the source before the next signal starts`() {
        let steps = Locked<[String]>([])
        let cleaned = source.signal.on(disposed: { steps.withLock { $0.append("source cleaned up") } })
        let next = Signal<Int, Trouble>.empty.on(started: { steps.withLock { $0.append("next started") } })
        _ = Recorder(cleaned.then(next))
        source.send(.completed)
        #expect(steps.withLock { $0 } == ["source cleaned up", "next started"])
    }

    @Test func `a failure of the source ends then without the next signal`() {
        let recorder = Recorder(source.signal.then(Signal<String, Trouble>.just("next")))
        source.send(.failed(.line))
        #expect(recorder.events == [.failed(.line)])
    }
}
