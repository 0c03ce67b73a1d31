import Signals
import Testing

@Suite struct StartWithTests {
    @Test(arguments: EndTests.ends)
    func `the given values come at once, before those of the source`(end: Event<Int, Trouble>) {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.startWith(8, 9))
        #expect(recorder.values == [8, 9])
        for event in [.next(1), end] { source.send(event) }
        #expect(recorder.events == [.next(8), .next(9), .next(1), end])
    }

    @Test func `the source is not started for one who has heard enough`() {
        let started = Counter()
        let source = Signal<Int, Trouble>.never.on(started: { started.increment() })
        #expect(source.startWith(0).take(1).told == [.next(0), .completed])
        #expect(started.count == 0)
    }

    @Test func `who has heard enough is not even told the rest of the given values`() {
        let told = Counter()
        let source = Signal<Int, Trouble>.never.startWith(7, 8, 9).on(next: { _ in told.increment() })
        #expect(source.take(1).told == [.next(7), .completed])
        #expect(told.count == 1)
    }
}
