import Signals
import Testing

@Suite struct SubjectTests {
    private let subject = Subject<Int, Trouble>()

    @Test func `a subject sends later events to a subscriber`() {
        subject.send(1)
        let recorder = Recorder(subject.signal)
        subject.send(2)
        #expect(recorder.events == [.next(2)])
    }

    @Test(arguments: EndTests.ends)
    func `a subscriber after the end gets only the end`(end: Event<Int, Trouble>) {
        subject.send(1)
        subject.send(end)
        #expect(Recorder(subject.signal).events == [end])
    }

    @Test func `a subscriber that comes during a delivery gets later events`() {
        let late = Subject<Int, Never>()
        let recorder = Recorder(late.signal)
        subject.signal.onNext { [subject] number in
            guard number == 1 else { return }
            subject.signal.onNext { late.send($0) }
            subject.send(2)
        }
        subject.send(1)
        #expect(recorder.values == [2])
    }

    @Test func `a subject that nobody holds any longer completes`() {
        let recorder = Recorder(Subject<Int, Trouble>().signal)
        #expect(recorder.events == [.completed])
    }
}
