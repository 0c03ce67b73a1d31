import Signals
import Testing

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
