import Signals
import Testing

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
