import Signals
import Testing

@Suite struct TakeTests {
    @Test func `take completes at once with its last value`() {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.take(2))
        for number in 1...3 { source.send(number) }
        #expect(recorder.events == [.next(1), .next(2), .completed])
    }

    @Test(arguments: EndTests.ends) func `take passes an earlier end on`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), end).take(2).told == [.next(1), end])
    }

    @Test func `taking no values completes without starting the source`() {
        let started = Counter()
        let source = Signal<Int, Trouble>.never.on(started: { started.increment() })
        #expect(source.take(0).told == [.completed])
        #expect(started.count == 0)
    }

    @Test func `take ignores a value sent while the last one is delivered`() {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.on(next: { if $0 == 1 { source.send(2) } }).take(1))
        source.send(1)
        #expect(recorder.events == [.next(1), .completed])
    }

    @Test func `take cleans up the work of the source with the last value`() {
        let cleaned = Counter()
        let source = Subject<Int, Trouble>()
        source.signal.on(disposed: { cleaned.increment() }).take(1).subscribe { _ in }
        source.send(1)
        #expect(cleaned.count == 1)
    }
}

@Suite struct TakeLastTests {
    @Test(arguments: [(0, []), (1, [5]), (3, [3, 4, 5]), (5, [1, 2, 3, 4, 5]), (9, [1, 2, 3, 4, 5])])
    func `take(last:) sends the last values in order on completion`(count: Int, last: [Int]) {
        let source = Subject<Int, Trouble>()
        let recorder = Recorder(source.signal.take(last: count))
        for number in 1...5 { source.send(number) }
        #expect(recorder.events == [])
        source.send(.completed)
        #expect(recorder.events == last.map(Event.next) + [.completed])
    }

    @Test func `take(last:) sends nothing after a failure`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).take(last: 1).told == [.failed(.line)])
    }

    @Test func `take(last:) stops in the last values when the subscription ends`() {
        #expect(Signal<Int, Trouble>.from(1...5).take(last: 3).take(1).told == [.next(3), .completed])
    }
}

@Suite struct TakeWhileTests {
    @Test func `take(while:) completes at the first value that fails the test`() {
        let source = Subject<Int, Trouble>()
        let heard = Counter()
        let recorder = Recorder(source.signal.take { $0 < 3 }.on(completed: { heard.increment() }))
        for number in [1, 2, 3, 1, 3] { source.send(number) }
        #expect(recorder.events == [.next(1), .next(2), .completed])
        #expect(heard.count == 1)
    }

    @Test(arguments: EndTests.ends) func `take(while:) passes an earlier end on`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), end).take { $0 < 3 }.told == [.next(1), end])
    }

    @Test func `take(while:) stops an endless source`() {
        #expect(Signal<Int, Trouble>.from(1...).take { $0 < 3 }.toldValues == [1, 2])
    }
}

@Suite struct TakeUntilTests {
    private let source = Subject<Int, Trouble>()
    private let other = Subject<String, Never>()

    @Test(arguments: [Event<String, Never>.next("stop"), .completed])
    func `take(until:) completes at a value or the completion of the other signal`(event: Event<String, Never>) {
        let cleaned = Counter()
        let recorder = Recorder(source.signal.on(disposed: { cleaned.increment() }).take(until: other.signal))
        source.send(1)
        other.send(event)
        source.send(2)
        #expect(recorder.events == [.next(1), .completed])
        #expect(cleaned.count == 1)
    }

    @Test(arguments: EndTests.ends)
    func `take(until:) passes an earlier end on and disposes of the other signal`(end: Event<Int, Trouble>) {
        let left = Counter()
        let recorder = Recorder(source.signal.take(until: other.signal.on(disposed: { left.increment() })))
        source.send(end)
        #expect(recorder.events == [end])
        #expect(left.count == 1)
    }

    @Test func `take(until:) doesn't start the source if the other signal sends at once`() {
        let started = Counter()
        let watched = source.signal.on(started: { started.increment() })
        #expect(watched.take(until: Signal<Int, Never>.never.startWith(1)).told == [.completed])
        #expect(started.count == 0)
    }

    @Test func `a subscriber may stop an endless source with the other signal`() {
        let signal = Signal<Int, Trouble>.from(1...).take(until: other.signal)
        let recorder = Recorder(signal.on(next: { [other] in if $0 == 3 { other.send("stop") } }))
        #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
    }

    @Test func `take(until:) completes when the scope is disposed of`() {
        let scope = ScopedDisposable()
        let recorder = Recorder(source.signal.take(until: scope))
        source.send(1)
        scope.dispose()
        source.send(2)
        #expect(recorder.events == [.next(1), .completed])
        #expect(source.signal.take(until: scope).told == [.completed])
    }

    @Test func `take(until:) doesn't hold the scope, and completes when it is deallocated`() {
        var scope: ScopedDisposable? = ScopedDisposable()
        let recorder = scope.map { Recorder(source.signal.take(until: $0)) }
        scope = nil
        #expect(recorder?.events == [.completed])
    }

    @Test func `a scope holds nothing of a subscription that is over`() {
        final class Subscriber: Sendable {}
        let scope = ScopedDisposable()
        weak var held: Subscriber?
        do {
            let subscriber = Subscriber()
            held = subscriber
            source.signal.take(until: scope).subscribe { _ in withExtendedLifetime(subscriber) {} }
        }
        #expect(held != nil)
        source.send(.completed)
        #expect(held == nil)
        scope.dispose()
    }
}

@Suite struct SkipTests {
    @Test(arguments: EndTests.ends) func `skip leaves out the first values, but no end`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), .next(2), .next(3), end).skip(2).told == [.next(3), end])
        #expect(Signal.sending(.next(1), end).skip(2).told == [end])
    }

    @Test func `skip counts separately for each subscriber`() {
        let signal = Signal<Int, Trouble>.from([1, 2]).skip(1)
        #expect(signal.told == signal.told)
    }
}

@Suite struct SkipWhileTests {
    @Test(arguments: EndTests.ends)
    func `skip(while:) passes all values on from the first that fails the test`(end: Event<Int, Trouble>) {
        let source = Signal.sending(.next(1), .next(3), .next(1), end)
        #expect(source.skip { $0 < 3 }.told == [.next(3), .next(1), end])
    }

    @Test(arguments: EndTests.ends) func `skip(while:) passes an earlier end on`(end: Event<Int, Trouble>) {
        #expect(Signal.sending(.next(1), end).skip { $0 < 3 }.told == [end])
    }

    @Test func `skip(while:) tests no value after that`() {
        let asked = Counter()
        let signal = Signal<Int, Trouble>.from(1...5).skip { number in
            asked.increment()
            return number < 3
        }
        #expect(signal.toldValues == [3, 4, 5])
        #expect(asked.count == 3)
    }
}

@Suite struct SkipUntilTests {
    private let source = Subject<Int, Trouble>()
    private let other = Subject<String, Never>()

    @Test(arguments: [Event<String, Never>.next("go"), .completed])
    func `skip(until:) passes values on after the other signal's value or completion`(event: Event<String, Never>) {
        let left = Counter()
        let recorder = Recorder(source.signal.skip(until: other.signal.on(disposed: { left.increment() })))
        source.send(1)
        other.send(event)
        #expect(left.count == 1)
        source.send(2)
        source.send(.completed)
        #expect(recorder.events == [.next(2), .completed])
    }

    @Test(arguments: EndTests.ends) func `skip(until:) passes an end on without waiting for the other signal`(
        end: Event<Int, Trouble>
    ) {
        let recorder = Recorder(source.signal.skip(until: other.signal))
        for event in [.next(1), end] { source.send(event) }
        #expect(recorder.events == [end])
    }

    @Test func `disposing of skip(until:) disposes of both signals`() {
        let left = Counter()
        let signal = source.signal.on(disposed: { left.increment() }).skip(
            until: other.signal.on(disposed: { left.increment() }))
        signal.subscribe { _ in }.dispose()
        #expect(left.count == 2)
    }
}

@Suite struct IgnoreValuesTests {
    @Test(arguments: EndTests.ends)
    func `ignoreValues sends only the end`(end: Event<Int, Trouble>) {
        let source = Signal.sending(.next(1), .next(2), end)
        #expect(source.ignoreValues(as: Int.self).told == [end])
    }

    @Test func `ignoreValues stands for a signal of any type`() {
        let texts = Signal<Int, Trouble>.just(1).ignoreValues(as: String.self)
        #expect(texts.startWith("a").told == [.next("a"), .completed])
    }
}

@Suite struct FirstTests {
    @Test func `the first value ends the signal, however many there are`() {
        #expect(Signal<Int, Trouble>.from(1...).first().told == [.next(1), .completed])
    }

    @Test func `the first value that passes the test ends the signal`() {
        #expect(Signal<Int, Trouble>.from(1...).first { $0 > 3 }.told == [.next(4), .completed])
    }

    @Test(arguments: EndTests.ends) func `first passes the end on if no value passes the test`(end: Event<Int, Trouble>)
    {
        #expect(Signal.sending(.next(1), end).first { $0 > 3 }.told == [end])
    }
}

@Suite struct AnyTests {
    @Test func `any is true at the first value that passes the test, and tests no further one`() {
        let asked = Counter()
        let any = Signal<Int, Trouble>.from(1...).any { number in
            asked.increment()
            return number == 3
        }
        #expect(any.told == [.next(true), .completed])
        #expect(asked.count == 3)
    }

    @Test func `any is false if a signal completes without such a value`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).any { $0 > 3 }.told == [.next(false), .completed])
        #expect(Signal<Int, Trouble>.empty.any { _ in true }.told == [.next(false), .completed])
    }

    @Test func `any passes an earlier failure on`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).any { $0 > 3 }.told == [.failed(.line)])
    }
}

@Suite struct AllTests {
    @Test func `all is false at the first value that fails the test`() {
        #expect(Signal<Int, Trouble>.from(1...).all { $0 < 3 }.told == [.next(false), .completed])
    }

    @Test func `all is true if a signal completes without such a value`() {
        #expect(Signal<Int, Trouble>.from([1, 2]).all { $0 < 3 }.told == [.next(true), .completed])
        #expect(Signal<Int, Trouble>.empty.all { _ in false }.told == [.next(true), .completed])
    }

    @Test func `all passes an earlier failure on`() {
        #expect(Signal<Int, Trouble>.sending(.next(1), .failed(.line)).all { $0 < 3 }.told == [.failed(.line)])
    }
}
