import Signals
import Testing

@Suite struct MaterializeTests {
    private let subject = Subject<Event<Int, Trouble>, Never>()

    @Test(arguments: EndTests.ends)
    func `materialize sends each event as a value, and completes after the end`(end: Event<Int, Trouble>) {
        let events = Recorder(Signal.sending(.next(1), end).materialize()).events
        #expect(events == [.next(.next(1)), .next(end), .completed])
    }

    @Test(arguments: EndTests.ends)
    func `dematerialize sends nothing after the first end among the values`(end: Event<Int, Trouble>) {
        let passed = Counter()
        let recorder = Recorder(subject.signal.dematerialize().on(next: { _ in passed.increment() }))
        for event in [.next(1), end, .next(2), .completed] { subject.send(event) }
        #expect(recorder.events == [.next(1), end])
        #expect(passed.count == 1)
    }

    @Test func `dematerialize stops its source at the end among the values`() {
        let cleaned = Counter()
        subject.signal.on(disposed: { cleaned.increment() }).dematerialize().subscribe { _ in }
        subject.send(Event<Int, Trouble>.completed)
        #expect(cleaned.count == 1)
    }

    @Test func `dematerialize completes with a source that has no end among its values`() {
        let recorder = Recorder(subject.signal.dematerialize())
        for event: Event<Event<Int, Trouble>, Never> in [.next(.next(1)), .completed] { subject.send(event) }
        #expect(recorder.events == [.next(1), .completed])
    }
}
