import Signals
import Testing

@Suite struct TakeTests {
    @Test func `take completes at once with its last value`() {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.take(2))
        for number in 1...3 { source.send(number) }
        #expect(recorder.events == [.next(1), .next(2), .completed])
    }

    @Test(arguments: EndTests.ends) func `take passes an earlier end on`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), end).take(2).told == [.next(1), end])
    }

    @Test func `taking no values completes without starting the source`() {
        let started = Counter()
        let source = Signal<Int, Trouble>.never.on(started: { started.increment() })
        #expect(source.take(0).told == [.completed])
        #expect(started.count == 0)
    }

    @Test func `take ignores a value sent while the last one is delivered`() {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.on(next: { if $0 == 1 { source.send(2) } }).take(1))
        source.send(1)
        #expect(recorder.events == [.next(1), .completed])
    }

    @Test func `take cleans up the work of the source with the last value`() {
        let cleaned = Counter()
        let source = Subject<Int, Trouble>()
        source.signal.on(disposed: { cleaned.increment() }).take(1).subscribe { _ in }
        source.send(1)
        #expect(cleaned.count == 1)
    }
}
