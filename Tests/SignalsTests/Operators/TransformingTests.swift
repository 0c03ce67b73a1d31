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

@Suite struct MapReplaceTests {
    @Test func `mapReplace sends the same value for each one, and passes the end on`() {
        let source = Signal<Int, Trouble>.sending(.next(1), .next(2), .failed(.line))
        #expect(source.mapReplace("a").told == [.next("a"), .next("a"), .failed(.line)])
    }
}

@Suite struct TryMapTests {
    private let source = Subject<Int, Trouble>()
    private let tried = Counter()

    private func doubled(_ signal: Signal<Int, Trouble>) -> Signal<Int, Trouble> {
        signal.tryMap { [tried] number throws(Trouble) in
            tried.increment()
            if number < 0 { throw .power }
            return number * 2
        }
    }

    @Test(arguments: EndTests.ends)
    func `tryMap transforms each value and passes the end on`(end: Event<Int, Trouble>) {
        #expect(doubled(.sending(.next(1), .next(2), end)).told == [.next(2), .next(4), end])
    }

    @Test func `tryMap fails at the first value for which the closure throws`() {
        #expect(doubled(.sending(.next(1), .next(-1), .next(2))).told == [.next(2), .failed(.power)])
        #expect(tried.count == 2)
    }

    @Test func `tryMap stops its source when it fails`() {
        let cleaned = Counter()
        doubled(source.signal.on(disposed: { cleaned.increment() })).subscribe { _ in }
        source.send(-1)
        #expect(cleaned.count == 1)
    }
}

@Suite struct CompactMapTests {
    @Test(arguments: EndTests.ends)
    func `compactMap transforms values and leaves out those that become nil`(end: Event<Int, Trouble>) {
        let texts = Signal<String, Trouble>.sending(.next("1"), .next("a"), .next("3"), end.map(String.init))
        #expect(texts.compactMap { Int($0) }.told == [.next(1), .next(3), end])
    }
}

@Suite struct FilterTests {
    @Test(arguments: EndTests.ends) func `filter passes on values that pass the test, and the end`(
        end: Event<Int, Trouble>
    ) {
        let source = Signal.sending([.next(1), .next(2), .next(3), .next(4), end])
        #expect(source.filter { $0.isMultiple(of: 2) }.told == [.next(2), .next(4), end])
    }
}

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

@Suite struct IgnoreTests {
    @Test(arguments: EndTests.ends)
    func `ignore leaves out one value, and passes the end on`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), .next(2), .next(1), end).ignore(1).told == [.next(2), end])
    }
}

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
