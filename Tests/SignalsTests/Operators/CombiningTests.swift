import Signals
import Testing

@Suite struct CombineLatestTests {
    private let first = Subject<Int, Trouble>()
    private let second = Subject<String, Trouble>()

    private var recorder: Recorder<String, Trouble> {
        Recorder(first.signal.combineLatest(with: second.signal).map { "\($0)\($1)" })
    }

    @Test func `combineLatest sends the latest values of both whenever either sends one`() {
        let recorder = recorder
        first.send(1)
        second.send("a")
        first.send(2)
        second.send("b")
        #expect(recorder.values == ["1a", "2a", "2b"])
    }

    @Test func `combineLatest completes when both have, and keeps the last value of the one that has`() {
        let recorder = recorder
        first.send(1)
        first.send(.completed)
        second.send("a")
        second.send("b")
        #expect(recorder.events == [.next("1a"), .next("1b")])
        second.send(.completed)
        #expect(recorder.events.last == .completed)
    }

    @Test func `combineLatest completes when one signal completes without a value`() {
        let recorder = recorder
        first.send(1)
        second.send(.completed)
        #expect(recorder.events == [.completed])
    }

    @Test func `a failure of either signal ends combineLatest`() {
        let recorder = recorder
        second.send(.failed(.line))
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `combineLatest starts no further signal after a failure`() {
        let started = Counter()
        let late = Signal<Int, Trouble> { _ in
            started.increment()
            return nil
        }
        let recorder = Recorder(Signal<Int, Trouble>.fail(.line).combineLatest(with: late).map { $0.0 })
        #expect(recorder.events == [.failed(.line)])
        #expect(started.count == 0)
    }

    @Test func `combineLatest combines three and four signals in their order`() {
        let three = Signal<Int, Never>.just(1).combineLatest(with: .just("a"), .just(true))
        #expect(Recorder(three.map { "\($0) \($1) \($2)" }).events == [.next("1 a true"), .completed])
        let four = Signal<Int, Never>.just(1).combineLatest(with: .just("a"), .just(true), .just(2.5))
        #expect(Recorder(four.map { "\($0) \($1) \($2) \($3)" }).events == [.next("1 a true 2.5"), .completed])
    }

    @Test func `combineLatest combines many signals in their order`() {
        let subjects = (0..<3).map { _ in Subject<Int, Trouble>() }
        let recorder = Recorder(Signal.combineLatest(subjects.map(\.signal)))
        for place in [2, 0, 1] { subjects[place].send(place) }
        subjects[1].send(9)
        for subject in subjects { subject.send(.completed) }
        #expect(recorder.events == [.next([0, 1, 2]), .next([0, 9, 2]), .completed])
    }

    @Test func `combineLatest of no signals completes at once`() {
        #expect(Recorder(Signal<Int, Trouble>.combineLatest([])).events == [.completed])
    }
}

@Suite struct ZipTests {
    private let first = Subject<Int, Trouble>()
    private let second = Subject<String, Trouble>()

    private var recorder: Recorder<String, Trouble> {
        Recorder(first.signal.zip(with: second.signal).map { "\($0)\($1)" })
    }

    @Test func `zip pairs values in order, and early values wait`() {
        let recorder = recorder
        for number in 1...3 { first.send(number) }
        #expect(recorder.values == [])
        for letter in ["a", "b"] { second.send(letter) }
        #expect(recorder.values == ["1a", "2b"])
    }

    @Test func `zip completes with the last pair of a completed signal`() {
        let recorder = recorder
        first.send(1)
        first.send(2)
        first.send(.completed)
        second.send("a")
        #expect(recorder.events == [.next("1a")])
        second.send("b")
        #expect(recorder.events == [.next("1a"), .next("2b"), .completed])
    }

    @Test func `zip completes at once with a signal that has nothing waiting`() {
        let recorder = recorder
        second.send("a")
        first.send(1)
        second.send(.completed)
        #expect(recorder.events == [.next("1a"), .completed])
    }

    @Test func `a failure of either signal ends zip, whatever waits`() {
        let recorder = recorder
        first.send(1)
        second.send(.failed(.line))
        #expect(recorder.events == [.failed(.line)])
    }

    @Test func `zip combines three signals in their order`() {
        let numbers = Signal<Int, Never>.from([1, 2])
        let three = numbers.zip(with: .from(["a", "b", "c"]), .from([true, false]))
        #expect(
            Recorder(three.map { "\($0) \($1) \($2)" }).events == [.next("1 a true"), .next("2 b false"), .completed])
    }

    @Test func `zip makes rows of many signals, and ends with the shortest`() {
        let signals: [Signal<Int, Never>] = [.from([1, 2, 3]), .from([4, 5]), .from([7, 8, 9])]
        #expect(Recorder(Signal.zip(signals)).events == [.next([1, 4, 7]), .next([2, 5, 8]), .completed])
    }

    @Test func `zip of no signals completes at once`() {
        #expect(Recorder(Signal<Int, Trouble>.zip([])).events == [.completed])
    }

    @Test func `zip keeps what a hot signal sends while the other starts`() {
        let recorder = Recorder(second.signal.zip(with: .from(1...3)).map { "\($1)\($0)" })
        for letter in ["a", "b", "c"] { second.send(letter) }
        #expect(recorder.events == [.next("1a"), .next("2b"), .next("3c"), .completed])
    }
}

@Suite struct WithLatestTests {
    private let source = Subject<Int, Trouble>()
    private let other = Subject<String, Trouble>()

    private var recorder: Recorder<String, Trouble> {
        Recorder(source.signal.withLatest(from: other.signal).map { "\($0)\($1)" })
    }

    @Test func `withLatest sends a pair only for a value of the source`() {
        let recorder = recorder
        source.send(1)
        other.send("a")
        other.send("b")
        #expect(recorder.values == [])
        source.send(2)
        source.send(3)
        #expect(recorder.values == ["2b", "3b"])
    }

    @Test func `withLatest starts the other signal first, so that immediate values are paired`() {
        let pairs = Signal<Int, Never>.from([1, 2]).withLatest(from: .just("a")).map { "\($0)\($1)" }
        #expect(Recorder(pairs).events == [.next("1a"), .next("2a"), .completed])
    }

    @Test func `withLatest completes with the source alone`() {
        let recorder = recorder
        other.send("a")
        other.send(.completed)
        source.send(1)
        #expect(recorder.events == [.next("1a")])
        source.send(.completed)
        #expect(recorder.events.last == .completed)
    }

    @Test func `withLatest completes when the other signal completes without a value`() {
        let recorder = recorder
        other.send(.completed)
        #expect(recorder.events == [.completed])
    }

    @Test func `a failure of the other signal ends withLatest`() {
        let recorder = recorder
        other.send(.failed(.power))
        #expect(recorder.events == [.failed(.power)])
    }
}

@Suite struct SampleTests {
    private let source = Subject<Int, Trouble>()
    private let sampler = Subject<String, Trouble>()

    private var recorder: Recorder<Int, Trouble> { Recorder(source.signal.sample(on: sampler.signal)) }

    @Test func `sample sends the latest value whenever the sampler sends, even the same one again`() {
        let recorder = recorder
        sampler.send("too early")
        source.send(1)
        source.send(2)
        sampler.send("once")
        sampler.send("twice")
        #expect(recorder.values == [2, 2])
    }

    @Test func `sample completes with the sampler`() {
        let recorder = recorder
        source.send(1)
        sampler.send(.completed)
        #expect(recorder.events == [.completed])
    }

    @Test func `sample continues after its source completes, unless that never sent a value`() {
        let withValue = recorder
        source.send(1)
        source.send(.completed)
        let withoutValue = recorder
        sampler.send("now")
        #expect(withValue.events == [.next(1)])
        #expect(withoutValue.events == [.completed])
    }

    @Test func `a failure of either signal ends sample`() {
        let recorder = recorder
        source.send(.failed(.line))
        #expect(recorder.events == [.failed(.line)])
    }
}

@Suite struct TakeUntilReplacedTests {
    private let source = Subject<Int, Trouble>()
    private let replacement = Subject<Int, Trouble>()

    private var replaced: Signal<Int, Trouble> { source.signal.take(untilReplacedBy: replacement.signal) }

    @Test func `the replacement takes over with its first value`() {
        let recorder = Recorder(replaced)
        source.send(1)
        replacement.send(7)
        source.send(2)
        replacement.send(8)
        replacement.send(.completed)
        #expect(recorder.events == [.next(1), .next(7), .next(8), .completed])
    }

    @Test func `the replacement ends its source's work`() {
        let cleaned = Counter()
        let work = source.signal.on(disposed: { cleaned.increment() })
        work.take(untilReplacedBy: replacement.signal).subscribe { _ in }
        replacement.send(7)
        #expect(cleaned.count == 1)
    }

    @Test func `the source's completion leaves the subscriber waiting for the replacement`() {
        let recorder = Recorder(replaced)
        source.send(.completed)
        replacement.send(7)
        #expect(recorder.events == [.next(7)])
    }

    @Test(arguments: EndTests.ends)
    func `an end of the replacement is the end`(end: Event<Int, Trouble>) {
        let recorder = Recorder(replaced)
        replacement.send(end)
        source.send(1)
        #expect(recorder.events == [end])
    }

    @Test func `a source isn't started if it is already replaced`() {
        let started = Counter()
        let source = Signal<Int, Trouble>.just(1).on(started: { started.increment() })
        #expect(source.take(untilReplacedBy: .just(7)).told == [.next(7), .completed])
        #expect(started.count == 0)
    }
}
