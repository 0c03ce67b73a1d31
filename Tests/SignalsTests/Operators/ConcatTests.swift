import Locks
import Signals
import Testing

@Suite struct ConcatTests {
    private let first = Subject<Int, Trouble>()
    private let second = Subject<Int, Trouble>()

    @Test func `the next signal starts when the source has completed`() {
        let recorder = Recorder(first.signal.concat(with: second.signal))
        second.send(9)
        first.send(1)
        first.send(.completed)
        second.send(2)
        second.send(.completed)
        #expect(recorder.events == [.next(1), .next(2), .completed])
    }

    @Test func `a failure of the source ends it without the next`() {
        let recorder = Recorder(first.signal.concat(with: .just(2)))
        first.send(.failed(.line))
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `the source is cleaned up before the next starts`() {
        let steps = Locked<[String]>([])
        func signal(_ name: String) -> Signal<Int, Trouble> {
            Signal { observer in
                steps.withLock { $0.append("start \(name)") }
                observer.send(.completed)
                return ActionDisposable { steps.withLock { $0.append("clean \(name)") } }
            }
        }
        let handedOver = Signal<Int, Trouble> { [first] observer in
            CompositeDisposable([
                first.signal.subscribe { observer.send($0) },
                ActionDisposable { steps.withLock { $0.append("clean source") } }
            ])
        }
        _ = Recorder(handedOver.concat(with: signal("next")))
        first.send(.completed)
        #expect(steps.withLock { $0 } == ["clean source", "start next", "clean next"])
    }

    @Test func `many signals follow each other`() {
        let recorder = Recorder(Signal<Int, Trouble>.concat([.from([1, 2]), .empty, .just(3)]))
        #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
    }
}
