import Signals
import System
import Testing

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
