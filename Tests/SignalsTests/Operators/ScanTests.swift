import Signals
import Testing

@Suite struct ScanTests {
    private let subject = Subject<Int, Trouble>()

    @Test(arguments: EndTests.ends)
    func `scan sends the result after each value, and passes the end on`(end: Event<Int, Trouble>) {
        let recorder = Recorder(subject.signal.scan(10, +))
        for event in [.next(1), .next(2), end] { subject.send(event) }
        #expect(recorder.events == [.next(11), .next(13), end])
    }

    @Test func `scan begins with the initial result for each subscriber`() {
        let sums = Signal<Int, Trouble>.from([1, 2]).scan(into: 0) { $0 += $1 }
        #expect(sums.told == sums.told)
    }

    @Test func `a value sent while scan makes a result comes after that result`() {
        let recorder = Recorder(
            subject.signal.scan(0) { [subject] sum, number in
                if number == 1 { subject.send(2) }
                return sum + number
            })
        subject.send(1)
        #expect(recorder.values == [1, 3])
    }
}
