import Signals
import Testing

@Suite struct DematerializeTests {
    private let subject = Subject<Event<Int, Trouble>, Never>()

    @Test(arguments: EndTests.ends)
    func `nothing follows the first end among the values`(end: Event<Int, Trouble>) {
        let heard = Counter()
        let recorder = Recorder(subject.signal.dematerialize().on(next: { _ in heard.increment() }))
        for event in [.next(1), end, .next(2), .completed] { subject.send(event) }
        #expect(recorder.events == [.next(1), end])
        #expect(heard.count == 1)
    }

    @Test func `the end among the values ends the work of the source`() {
        let cleaned = Counter()
        let source = subject.signal.finally { cleaned.increment() }
        source.dematerialize().subscribe { _ in }
        subject.send(Event<Int, Trouble>.completed)
        #expect(cleaned.count == 1)
    }

    @Test func `a source that completes without an end among its values completes`() {
        let recorder = Recorder(subject.signal.dematerialize())
        for event: Event<Event<Int, Trouble>, Never> in [.next(.next(1)), .completed] { subject.send(event) }
        #expect(recorder.events == [.next(1), .completed])
    }
}
