import Signals
import Testing

@Suite struct DistinctUntilChangedTests {
    @Test(arguments: EndTests.ends)
    func `distinctUntilChanged passes on values that differ from the previous one, and the end`(
        end: Event<Int, Trouble>
    ) {
        let subject = Subject<Int, Trouble>()
        let recorder = Recorder(subject.signal.distinctUntilChanged())
        for number in [1, 1, 2, 1, 1] { subject.send(number) }
        subject.send(end)
        #expect(recorder.events == [.next(1), .next(2), .next(1), end])
    }

    @Test func `distinctUntilChanged passes a first value of nil on`() {
        #expect(Recorder(MutableProperty<Int?>(nil).signal.distinctUntilChanged()).values == [nil])
    }

    @Test func `distinctUntilChanged passes the first value on to each subscriber`() {
        let property = MutableProperty(1)
        let distinct = property.signal.distinctUntilChanged()
        #expect(Recorder(distinct).values == [1])
        #expect(Recorder(distinct).values == [1])
    }
}
