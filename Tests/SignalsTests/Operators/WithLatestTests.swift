import Signals
import Testing

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
