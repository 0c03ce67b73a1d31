import Signals
import System
import Testing

@Suite struct ReplaySubjectTests {
    @Test(arguments: [(0, []), (1, [5]), (3, [3, 4, 5]), (5, [1, 2, 3, 4, 5]), (Int.max, [1, 2, 3, 4, 5])])
    func `a late subscriber gets the last values, as many as the capacity`(_ capacity: Int, _ told: [Int]) {
        let subject = ReplaySubject<Int, Trouble>(capacity: capacity)
        let first = Recorder(subject.signal)
        for number in 1...5 { subject.send(number) }
        let late = Recorder(subject.signal)
        subject.send(6)
        #expect(first.values == [1, 2, 3, 4, 5, 6])
        #expect(late.values == told + [6])
    }

    @Test(arguments: EndTests.ends)
    func `a subscriber after the end gets the last values and the end`(end: Event<Int, Trouble>) {
        let subject = ReplaySubject<Int, Trouble>(capacity: 2)
        for number in 1...3 { subject.send(number) }
        for event in [end, .next(4), .completed, .failed(.power)] { subject.send(event) }
        #expect(Recorder(subject.signal).events == [.next(2), .next(3), end])
    }

    @Test func `a subscriber that comes in a delivery gets that value once`() {
        let subject = ReplaySubject<Int, Never>(capacity: 1)
        let late = Subject<Int, Never>()
        let recorder = Recorder(late.signal)
        subject.signal.onNext { number in
            if number == 1 { subject.signal.onNext { late.send($0) } }
        }
        for number in 1...2 { subject.send(number) }
        #expect(recorder.values == [1, 2])
    }

    @Test func `a subscription may be disposed of while it gets earlier values`() {
        let subject = ReplaySubject<Int, Never>()
        for number in 1...3 { subject.send(number) }
        #expect(Recorder(subject.signal.take(1)).events == [.next(1), .completed])
    }

    @Test func `replaying stops when the subscription ends`() {
        let subject = ReplaySubject<Int, Never>()
        for number in 1...3 { subject.send(number) }
        let told = Counter()
        let isTold = Recorder(subject.signal.on(next: { _ in told.increment() }).take(1)).events
        #expect(isTold == [.next(1), .completed])
        #expect(told.count == 1)
    }

    @Test(arguments: EndTests.ends)
    func `a subscriber after the end gets the end once, through every operator`(end: Event<Int, Trouble>) {
        let subject = ReplaySubject<Int, Trouble>()
        for event in [.next(1), end] { subject.send(event) }
        let ends = Counter()
        Recorder(subject.signal.on(ended: { ends.increment() })).dispose()
        #expect(ends.count == 1)
    }

    @Test func `a replay subject releases a forgotten value, which may read the subject while being deallocated`() {
        final class Last: Sendable {
            let subject: ReplaySubject<Last?, Never>
            let gone: Counter
            init(_ subject: ReplaySubject<Last?, Never>, _ gone: Counter) {
                self.subject = subject
                self.gone = gone
            }
            deinit {
                _ = Recorder(subject.signal)
                gone.increment()
            }
        }
        let gone = Counter()
        let isFree = comesToAnEnd {
            let subject = ReplaySubject<Last?, Never>(capacity: 1)
            subject.send(Last(subject, gone))
            subject.send(nil)
        }
        #expect(isFree)
        #expect(gone.count == 1)
    }

    @Test func `a replay subject doesn't copy its memory for each value`() {
        let subject = ReplaySubject<Int, Never>(capacity: 50_000)
        for number in 1...100_000 { subject.send(number) }
        let recorder = Recorder(subject.signal.take(1))
        #expect(recorder.values == [50_001])
    }
}
