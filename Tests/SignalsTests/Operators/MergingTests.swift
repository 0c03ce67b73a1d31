import Signals
import System
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

@Suite struct StartWithTests {
    @Test(arguments: EndTests.ends)
    func `startWith sends the given values at once, before those of the source`(end: Event<Int, Trouble>) {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.startWith(8, 9))
        #expect(recorder.values == [8, 9])
        for event in [.next(1), end] { source.send(event) }
        #expect(recorder.events == [.next(8), .next(9), .next(1), end])
    }

    @Test func `startWith doesn't start the source if the subscription has ended`() {
        let started = Counter()
        let source = Signal<Int, Trouble>.never.on(started: { started.increment() })
        #expect(source.startWith(0).take(1).told == [.next(0), .completed])
        #expect(started.count == 0)
    }

    @Test func `startWith stops in the given values if the subscription has ended`() {
        let told = Counter()
        let source = Signal<Int, Trouble>.never.startWith(7, 8, 9).on(next: { _ in told.increment() })
        #expect(source.take(1).told == [.next(7), .completed])
        #expect(told.count == 1)
    }
}
