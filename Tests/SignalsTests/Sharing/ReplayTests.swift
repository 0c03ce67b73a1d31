import Signals
import Testing

@Suite struct ReplayTests {
    private let source = Subject<Int, Trouble>()
    private let started = Counter()

    private var replayed: Signal<Int, Trouble> {
        Signal { [source, started] observer in
            started.increment()
            return source.signal.subscribe { observer.send($0) }
        }.replay(2)
    }

    @Test func `who comes late is told the last values and then hears the same as the others`() {
        let replayed = replayed
        let first = Recorder(replayed)
        for number in 1...3 { source.send(number) }
        let second = Recorder(replayed)
        #expect(second.values == [2, 3])
        source.send(4)
        #expect(first.values == [1, 2, 3, 4])
        #expect(second.values == [2, 3, 4])
        #expect(started.count == 1)
    }

    @Test func `after completion the values are kept, and nothing is started again`() {
        let replayed = replayed
        let first = Recorder(replayed)
        for event in [.next(1), .next(2), .completed] as [Event<Int, Trouble>] { source.send(event) }
        first.dispose()
        for _ in 1...2 { #expect(Recorder(replayed).events == [.next(1), .next(2), .completed]) }
        #expect(started.count == 1)
    }

    @Test func `who comes after a failure begins anew`() {
        let replayed = Signal<Int, Trouble> { [started] observer in
            started.increment()
            observer.send(started.count)
            if started.count == 1 { observer.send(.failed(.line)) }
            return nil
        }.replay(2)
        #expect(Recorder(replayed).events == [.next(1), .failed(.line)])
        #expect(Recorder(replayed).events == [.next(2)])
    }

    @Test func `when the last one has left before the end, what was is forgotten`() {
        let replayed = replayed
        let first = Recorder(replayed)
        source.send(1)
        first.dispose()
        #expect(Recorder(replayed).values == [])
        #expect(started.count == 2)
    }

    @Test func `who comes in a delivery is told that value, once`() {
        let replayed = replayed
        let late = Subject<Int, Never>()
        let recorder = Recorder(late.signal)
        replayed.onNext { number in
            if number == 1 { replayed.onNext { late.send($0) } }
        }
        for number in 1...2 { source.send(number) }
        #expect(recorder.values == [1, 2])
    }
}
