import Signals
import Testing

@Suite struct MapTests {
    private let subject = Subject<Int, Trouble>()

    @Test(arguments: EndTests.ends)
    func `map transforms each value and passes the end on`(end: Event<Int, Trouble>) {
        let recorder = Recorder(subject.signal.map { $0 * 2 })
        for event in [.next(1), .next(2), end] { subject.send(event) }
        #expect(recorder.events == [.next(2), .next(4), end])
    }

    @Test func `a disposed map transforms nothing more`() {
        let transformed = Counter()
        let recorder = Recorder(subject.signal.map { _ in transformed.increment() })
        recorder.dispose()
        subject.send(1)
        #expect(transformed.count == 0)
    }
}
