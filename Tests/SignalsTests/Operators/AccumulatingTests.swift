import Signals
import System
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

@Suite struct ReduceTests {
    @Test func `reduce sends the result of all values on completion`() {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.reduce(10, +))
        for number in 1...3 { source.send(number) }
        #expect(recorder.events == [])
        source.send(.completed)
        #expect(recorder.events == [.next(16), .completed])
    }

    @Test func `reduce without a value sends the initial result`() {
        #expect(Signal<Int, Trouble>.empty.reduce(10, +).told == [.next(10), .completed])
    }

    @Test func `reduce sends no result after a failure`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).reduce(0, +).told == [.failed(.line)])
    }

    @Test func `reduce begins with the initial result for each subscriber`() {
        let sum = Signal<Int, Trouble>.from([1, 2]).reduce(into: 0) { $0 += $1 }
        #expect(sum.told == [.next(3), .completed])
        #expect(sum.told == [.next(3), .completed])
    }
}

@Suite struct CombinePreviousTests {
    @Test func `combinePrevious sends each value with the one before, and the first with the initial one`() {
        let pairs = Signal<Int, Trouble>.sending(.next(1), .next(2), .failed(.line)).combinePrevious(0)
        #expect(pairs.map { "\($0)\($1)" }.told == [.next("01"), .next("12"), .failed(.line)])
    }
}

@Suite struct CollectTests {
    @Test func `collect sends all values as one array on completion, even if there are none`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).collect().told == [.next([1, 2]), .completed])
        #expect(Signal<Int, Trouble>.empty.collect().told == [.next([]), .completed])
    }

    @Test func `a failure drops collected values`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).collect().told == [.failed(.line)])
    }

    @Test func `collect sends arrays of the given size, and the rest on completion`() {
        #expect(Signal<Int, Trouble>.from(1...5).collect(2).toldValues == [[1, 2], [3, 4], [5]])
        #expect(Signal<Int, Trouble>.empty.collect(2).told == [.completed])
    }
}

@Suite struct BufferTests {
    private func buffered(_ count: Int, skip: Int? = nil, _ values: ClosedRange<Int>) -> [[Int]] {
        Signal<Int, Trouble>.from(values).buffer(count, skip: skip).toldValues
    }

    @Test func `a buffer sends an array as soon as it is full`() {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.buffer(2))
        for number in 1...3 { source.send(number) }
        #expect(recorder.values == [[1, 2]])
    }

    @Test func `the arrays of a buffer overlap if a new one begins before the last is full`() {
        #expect(buffered(3, skip: 1, 1...5) == [[1, 2, 3], [2, 3, 4], [3, 4, 5], [4, 5], [5]])
        #expect(buffered(3, skip: 2, 1...6) == [[1, 2, 3], [3, 4, 5], [5, 6]])
    }

    @Test func `a buffer leaves values out if a new array begins later`() {
        #expect(buffered(2, skip: 3, 1...7) == [[1, 2], [4, 5], [7]])
        #expect(buffered(1, skip: 3, 1...3) == [[1]])
    }

    @Test func `a failure drops the arrays of a buffer that aren't full`() {
        let source = Signal<Int, Trouble>.sending(.next(1), .next(2), .next(3), .failed(.line))
        #expect(source.buffer(2).told == [.next([1, 2]), .failed(.line)])
    }
}

@Suite struct GroupTests {
    private let source = Subject<Int, Trouble>()

    private var groups: Signal<SignalGroup<Bool, Int, Trouble>, Trouble> {
        source.signal.group { $0.isMultiple(of: 2) }
    }

    @Test func `each key has one group, in the order of their first values`() {
        let recorder = Recorder(groups.map(\.key))
        for number in [1, 3, 2, 5, 4] { source.send(number) }
        #expect(recorder.values == [false, true])
    }

    @Test func `a group's first subscriber gets earlier values, and others later ones`() {
        let recorder = Recorder(groups)
        source.send(1)
        source.send(3)
        let first = Recorder(recorder.values[0].signal)
        let second = Recorder(recorder.values[0].signal)
        source.send(2)
        source.send(5)
        #expect(first.values == [1, 3, 5])
        #expect(second.values == [5])
    }

    @Test(arguments: EndTests.ends)
    func `groups end with their source`(end: Event<Int, Trouble>) {
        let recorder = Recorder(groups)
        source.send(1)
        source.send(2)
        let odd = Recorder(recorder.values[0].signal)
        source.send(end)
        #expect(odd.events == [.next(1), end])
        #expect(recorder.events.last?.map { _ in 0 } == end.map { _ in 0 })
        #expect(Recorder(recorder.values[1].signal).events == [.next(2), end])
    }

    @Test func `groups complete when the subscription that they came from is disposed of`() {
        let recorder = Recorder(groups)
        source.send(1)
        let odd = Recorder(recorder.values[0].signal)
        recorder.dispose()
        #expect(odd.events == [.next(1), .completed])
    }

    @Test func `a group releases the values that its first subscriber got`() {
        let live = Locked(0)
        let tracked = Subject<Tracked, Never>()
        let recorder = Recorder(tracked.signal.group { _ in 1 })
        for _ in 0..<10 { tracked.send(Tracked(live)) }
        #expect(live.withLock { $0 } == 10)
        recorder.values[0].signal.subscribe { _ in }
        #expect(live.withLock { $0 } == 0)
    }
}
