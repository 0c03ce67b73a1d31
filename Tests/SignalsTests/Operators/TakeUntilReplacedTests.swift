import Signals
import Testing

@Suite struct TakeUntilReplacedTests {
    private let source = Subject<Int, Trouble>()
    private let replacement = Subject<Int, Trouble>()

    private var replaced: Signal<Int, Trouble> { source.signal.take(untilReplacedBy: replacement.signal) }

    @Test func `the replacement takes over with its first value`() {
        let recorder = Recorder(replaced)
        source.send(1)
        replacement.send(7)
        source.send(2)
        replacement.send(8)
        replacement.send(.completed)
        #expect(recorder.events == [.next(1), .next(7), .next(8), .completed])
    }

    @Test func `the replacement ends its source's work`() {
        let cleaned = Counter()
        let work = source.signal.on(disposed: { cleaned.increment() })
        work.take(untilReplacedBy: replacement.signal).subscribe { _ in }
        replacement.send(7)
        #expect(cleaned.count == 1)
    }

    @Test func `the source's completion leaves the subscriber waiting for the replacement`() {
        let recorder = Recorder(replaced)
        source.send(.completed)
        replacement.send(7)
        #expect(recorder.events == [.next(7)])
    }

    @Test(arguments: EndTests.ends)
    func `an end of the replacement is the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(replaced)
        replacement.send(end)
        source.send(1)
        #expect(recorder.events == [end])
    }

    @Test func `a source isn't started if it is already replaced`() {
        let started = Counter()
        let source = Signal<Int, Trouble>.just(1).on(started: { started.increment() })
        #expect(source.take(untilReplacedBy: .just(7)).told == [.next(7), .completed])
        #expect(started.count == 0)
    }
}
