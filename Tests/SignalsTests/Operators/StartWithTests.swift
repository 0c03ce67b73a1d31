import Signals
import Testing

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
