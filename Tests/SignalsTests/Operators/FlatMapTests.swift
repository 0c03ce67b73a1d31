import Signals
import Testing

/// Inner signals that the test sends to, one for each number that the source sends.
private struct Inners {
    let source = Subject<Int, Trouble>()
    let subjects = (0..<4).map { _ in Subject<Int, Trouble>() }

    func recorder(_ strategy: FlattenStrategy) -> Recorder<Int, Trouble> {
        Recorder(source.signal.flatMap(strategy) { [subjects] in subjects[$0].signal })
    }
}

@Suite struct FlatMapTests {
    private let inners = Inners()
    private var source: Subject<Int, Trouble> { inners.source }
    private var subjects: [Subject<Int, Trouble>] { inners.subjects }

    static let strategies: [FlattenStrategy] = [.merge, .merge(atMost: 2), .concat, .latest, .first]

    @Test func `merge runs all inner signals at once`() {
        let recorder = inners.recorder(.merge)
        for number in 0...2 { source.send(number) }
        for number in [1, 0, 2, 1] { subjects[number].send(number) }
        #expect(recorder.values == [1, 0, 2, 1])
    }

    @Test func `merge(atMost:) runs only so many, and the next when one has completed`() {
        let recorder = inners.recorder(.merge(atMost: 2))
        for number in 0...3 { source.send(number) }
        for number in 0...3 { subjects[number].send(number) }
        #expect(recorder.values == [0, 1])
        subjects[1].send(.completed)
        for number in 0...3 { subjects[number].send(10 + number) }
        #expect(recorder.values == [0, 1, 10, 12])
    }

    @Test func `merge(atMost: 1) runs one inner signal after the other`() {
        let recorder = inners.recorder(.concat)
        source.send(0)
        source.send(1)
        subjects[1].send(9)
        subjects[0].send(1)
        subjects[0].send(.completed)
        subjects[1].send(2)
        #expect(recorder.values == [1, 2])
    }

    @Test func `latest lets only the last inner signal through`() {
        let recorder = inners.recorder(.latest)
        source.send(0)
        subjects[0].send(1)
        source.send(1)
        subjects[0].send(9)
        subjects[0].send(.failed(.line))
        subjects[1].send(2)
        #expect(recorder.events == [.next(1), .next(2)])
    }

    @Test func `first ignores inner signals that come while one runs`() {
        let recorder = inners.recorder(.first)
        source.send(0)
        source.send(1)
        subjects[1].send(9)
        subjects[0].send(1)
        subjects[0].send(.completed)
        source.send(2)
        subjects[2].send(2)
        #expect(recorder.values == [1, 2])
    }

    @Test(arguments: strategies)
    func `flatMap completes when the source and the last inner signal have, in either order`(
        _ strategy: FlattenStrategy
    ) {
        let innerLast = inners.recorder(strategy)
        source.send(0)
        source.send(.completed)
        #expect(innerLast.events == [])
        subjects[0].send(.completed)
        #expect(innerLast.events == [.completed])

        let others = Inners()
        let sourceLast = others.recorder(strategy)
        others.source.send(0)
        others.subjects[0].send(.completed)
        #expect(sourceLast.events == [])
        others.source.send(.completed)
        #expect(sourceLast.events == [.completed])
    }

    @Test(arguments: strategies)
    func `a failure of the source or of an inner signal ends flatMap and disposes of the rest`(
        _ strategy: FlattenStrategy
    ) {
        let innerFails = inners.recorder(strategy)
        let sourceFails = inners.recorder(strategy)
        source.send(0)
        subjects[0].send(.failed(.line))
        #expect(innerFails.events == [.failed(.line)])
        #expect(sourceFails.events == [.failed(.line)])

        let cleaned = Counter()
        let others = Subject<Int, Trouble>()
        let recorder = Recorder(
            others.signal.flatMap(strategy) { _ in
                Signal<Int, Trouble> { _ in ActionDisposable { cleaned.increment() } }
            })
        others.send(0)
        others.send(.failed(.power))
        #expect(recorder.events == [.failed(.power)])
        #expect(cleaned.count == 1)
    }

    @Test func `flatMapLatest is flatMap of the latest`() {
        let numbers = Subject<Int, Trouble>()
        let hot = Subject<Int, Trouble>()
        let inner: @Sendable (Int) -> Signal<Int, Trouble> = { number in hot.signal.map { $0 + number } }
        let recorder = Recorder(numbers.signal.flatMapLatest(inner))
        numbers.send(10)
        numbers.send(20)
        hot.send(1)
        #expect(recorder.values == [21])
    }
}
