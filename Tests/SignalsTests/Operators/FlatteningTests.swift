import Dispatch
import Foundation
import Signals
import System
import Testing

/// Inner signals that send at once, during a delivery, or from many threads.
@Suite struct FlattenTests {
    @Test(arguments: FlatMapTests.strategies)
    func `a hundred thousand inner signals that end at once don't grow the stack or get lost`(
        _ strategy: FlattenStrategy
    ) {
        let count = Locked(0)
        let isFree = comesToAnEnd {
            Signal<Int, Never>.from(0..<100_000).flatMap(strategy) { .just($0) }.onNext { _ in
                count.withLock { $0 += 1 }
            }
        }
        #expect(isFree)
        #expect(count.withLock { $0 } == 100_000)
    }

    @Test func `a long queue of inner signals that end at once doesn't grow the stack`() {
        let gate = Subject<Int, Never>()
        let count = Locked(0)
        let isFree = comesToAnEnd {
            Signal<Int, Never>.from(0..<100_000).flatMap(.concat) { $0 == 0 ? gate.signal : .just($0) }.onNext { _ in
                count.withLock { $0 += 1 }
            }
            gate.send(.completed)
        }
        #expect(isFree)
        #expect(count.withLock { $0 } == 99_999)
    }

    @Test(arguments: FlatMapTests.strategies)
    func `an endless inner signal stops when the subscription ends`(_ strategy: FlattenStrategy) {
        let recorded = Locked<[Int]>([])
        let isFree = comesToAnEnd {
            Signal<Int, Never>.just(0).flatMap(strategy) { _ in .from(1...) }.take(3).onNext { number in
                recorded.withLock { $0.append(number) }
            }
        }
        #expect(isFree)
        #expect(recorded.withLock { $0 } == [1, 2, 3])
    }

    @Test func `an endless inner signal started in a delivery stops when the subscription ends`() {
        let source = Subject<Int, Never>()
        let inner = Subject<Int, Never>()
        let recorded = Locked<[Int]>([])
        let isFree = comesToAnEnd {
            source.signal.flatMap(.latest) { $0 == 0 ? inner.signal : .from(1...) }.take(4).onNext { number in
                recorded.withLock { $0.append(number) }
                if number == 0 { source.send(1) }
            }
            source.send(0)
            inner.send(0)
        }
        #expect(isFree)
        #expect(recorded.withLock { $0 } == [0, 1, 2, 3])
    }

    @Test func `values that an inner signal sends while being disposed of are ignored`() {
        let source = Subject<Int, Never>()
        let recorder = Recorder(
            source.signal.flatMap(.latest) { number in
                Signal { observer in
                    observer.send(number)
                    return ActionDisposable { observer.send(-number) }
                }
            })
        for number in 1...3 { source.send(number) }
        #expect(recorder.values == [1, 2, 3])
    }

    @Test func `a replaced inner signal is cleaned up before the next starts`() {
        let steps = Locked<[String]>([])
        let source = Subject<Int, Never>()
        let inner: @Sendable (Int) -> Signal<Int, Never> = { number in
            Signal { _ in
                steps.withLock { $0.append("start \(number)") }
                return ActionDisposable { steps.withLock { $0.append("clean \(number)") } }
            }
        }
        let recorder = Recorder(source.signal.flatMap(.latest, inner))
        source.send(1)
        source.send(2)
        recorder.dispose()
        #expect(steps.withLock { $0 } == ["start 1", "clean 1", "start 2", "clean 2"])
    }

    @Test func `a completed inner signal is cleaned up before the next in the queue starts`() {
        let steps = Locked<[String]>([])
        let ends = (0..<2).map { _ in Subject<Int, Never>() }
        let recorder = Recorder(
            Signal.from(0..<2).flatMap(.concat) { number in
                Signal<Int, Never> { observer in
                    steps.withLock { $0.append("start \(number)") }
                    return CompositeDisposable([
                        ends[number].signal.subscribe { observer.send($0) },
                        ActionDisposable { steps.withLock { $0.append("clean \(number)") } }
                    ])
                }
            })
        for end in ends { end.send(.completed) }
        #expect(steps.withLock { $0 } == ["start 0", "clean 0", "start 1", "clean 1"])
        #expect(recorder.events == [.completed])
    }

    @Test func `a queue of inner signals releases those that have completed`() {
        let live = Locked(0)
        let source = Subject<Int, Never>()
        let ends = (0..<3).map { _ in Subject<Int, Never>() }
        let recorder = Recorder(
            source.signal.flatMap(.concat) { number in
                let tracked = Tracked(live)
                return ends[number].signal.map { tracked.pass($0) }
            })
        for number in 0..<3 { source.send(number) }
        #expect(live.withLock { $0 } == 3)
        ends[0].send(.completed)
        ends[1].send(.completed)
        #expect(live.withLock { $0 } == 1)
        recorder.dispose()
    }

    @Test func `values of a replaced inner signal are ignored, however many threads send`() {
        struct Heard {
            var last = 0
            var stale = 0
        }
        for _ in 0..<50 {
            let source = Subject<Int, Never>()
            let ticks = Subject<Int, Never>()
            let heard = Locked(Heard())
            let subscription = source.signal
                .flatMap(.latest) { number in ticks.signal.map { _ in number }.startWith(number) }
                .onNext { number in
                    heard.withLock { heard in
                        if number < heard.last { heard.stale += 1 }
                        heard.last = number
                    }
                }
            DispatchQueue.concurrentPerform(iterations: 3) { thread in
                for number in 1...50 { if thread == 0 { source.send(number) } else { ticks.send(number) } }
            }
            #expect(heard.withLock { $0.stale } == 0)
            #expect(heard.withLock { $0.last } == 50)
            subscription.dispose()
        }
    }

    @Test(arguments: [FlattenStrategy.merge, .merge(atMost: 2), .concat])
    func `flatMap loses no value and completes, however many threads send`(_ strategy: FlattenStrategy) async {
        let recorder = Recorder(
            Signal.from(0..<200).flatMap(strategy) { number in
                Signal<Int, Never> { observer in
                    Thread.detachNewThread {
                        observer.send(number)
                        observer.send(.completed)
                    }
                    return nil
                }
            })
        #expect(await recorder.waitForEnd())
        #expect(recorder.values.sorted() == Array(0..<200))
    }

    @Test func `flatten(.latest) follows the latest of a signal of signals`() {
        let source = Subject<Signal<Int, Never>, Never>()
        let recorder = Recorder(source.signal.flatten(.latest))
        source.send(.from([1, 2]))
        source.send(.just(3))
        source.send(.completed)
        #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
    }
}

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
