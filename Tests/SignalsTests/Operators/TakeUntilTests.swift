import Signals
import Testing

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
