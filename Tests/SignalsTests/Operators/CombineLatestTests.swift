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
