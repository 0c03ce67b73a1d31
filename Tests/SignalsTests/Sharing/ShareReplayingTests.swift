import Signals
import Testing

@Suite struct ShareReplayingTests {
    private let source = Subject<Int, Trouble>()
    private let started = Counter()

    private var shared: Signal<Int, Trouble> {
        Signal { [source, started] observer in
            started.increment()
            return source.signal.subscribe { observer.send($0) }
        }.share(replaying: 2)
    }

    @Test func `a late subscriber gets the last values, and then the same as the others`() {
        let shared = shared
        let first = Recorder(shared)
        for number in 1...3 { source.send(number) }
        let second = Recorder(shared)
        #expect(second.values == [2, 3])
        source.send(4)
        #expect(first.values == [1, 2, 3, 4])
        #expect(second.values == [2, 3, 4])
        #expect(started.count == 1)
    }

    @Test func `a signal shared with replay keeps its values after completion, and starts nothing again`() {
        let shared = shared
        let first = Recorder(shared)
        for event in [.next(1), .next(2), .completed] as [Event<Int, Trouble>] { source.send(event) }
        first.dispose()
        for _ in 1...2 { #expect(Recorder(shared).events == [.next(1), .next(2), .completed]) }
        #expect(started.count == 1)
    }

    @Test func `a subscriber that comes after a failure starts the work again`() {
        let shared = Signal<Int, Trouble> { [started] observer in
            started.increment()
            observer.send(started.count)
            if started.count == 1 { observer.send(.failed(.line)) }
            return nil
        }.share(replaying: 2)
        #expect(Recorder(shared).events == [.next(1), .failed(.line)])
        #expect(Recorder(shared).events == [.next(2)])
    }

    @Test func `a signal shared with replay forgets its values when the last subscriber leaves before the end`() {
        let shared = shared
        let first = Recorder(shared)
        source.send(1)
        first.dispose()
        #expect(Recorder(shared).values == [])
        #expect(started.count == 2)
    }

    @Test func `a subscriber that comes in a delivery gets that value once from a signal shared with replay`() {
        let shared = shared
        let late = Subject<Int, Never>()
        let recorder = Recorder(late.signal)
        shared.onNext { number in
            if number == 1 { shared.onNext { late.send($0) } }
        }
        for number in 1...2 { source.send(number) }
        #expect(recorder.values == [1, 2])
    }
}
