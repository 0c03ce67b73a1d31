import Signals
import Testing

@Suite struct ScanTests {
    private let subject = Subject<Int, Trouble>()

    @Test(arguments: EndTests.ends)
    func `every value tells what has become of those so far, and the end is passed on`(end: Event<Int, Trouble>) {
        let recorder = Recorder(subject.signal.scan(10, +))
        for event in [.next(1), .next(2), end] { subject.send(event) }
        #expect(recorder.events == [.next(11), .next(13), end])
    }

    @Test func `each subscriber begins with the initial result`() {
        let sums = Signal<Int, Trouble>.from([1, 2]).scan(into: 0) { $0 += $1 }
        #expect(sums.told == sums.told)
    }

    @Test func `what is sent while a result is made comes after it`() {
        let recorder = Recorder(
            subject.signal.scan(0) { [subject] sum, number in
                if number == 1 { subject.send(2) }
                return sum + number
            })
        subject.send(1)
        #expect(recorder.values == [1, 3])
    }
}
