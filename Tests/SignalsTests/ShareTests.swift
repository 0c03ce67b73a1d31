import Dispatch
import Signals
import System
import Testing

@Suite struct ShareTests {
    private let source = Subject<Int, Trouble>()
    private let started = Counter()
    private let cleaned = Counter()

    private var work: Signal<Int, Trouble> {
        Signal { [source, started, cleaned] observer in
            started.increment()
            return CompositeDisposable([
                source.signal.subscribe { observer.send($0) }, ActionDisposable { cleaned.increment() }
            ])
        }
    }

    @Test func `a shared signal does its work once for all subscribers`() {
        let shared = work.share()
        #expect(started.count == 0)
        let recorders = [Recorder(shared), Recorder(shared)]
        source.send(1)
        #expect(recorders.map(\.values) == [[1], [1]])
        #expect(started.count == 1)
    }

    @Test func `a shared signal ends its work at once with its last subscriber`() {
        let shared = work.share()
        let recorders = [Recorder(shared), Recorder(shared)]
        recorders[0].dispose()
        source.send(1)
        #expect(recorders[1].values == [1])
        #expect(cleaned.count == 0)
        recorders[1].dispose()
        #expect(cleaned.count == 1)
    }

    @Test func `a shared signal starts again for a subscriber that comes after the others left`() {
        let shared = work.share()
        Recorder(shared).dispose()
        let recorder = Recorder(shared)
        source.send(1)
        #expect(started.count == 2)
        #expect(recorder.values == [1])
    }

    @Test(arguments: EndTests.ends)
    func `a shared signal starts again for a subscriber that comes after the end, or while getting it`(
        end: Event<Int, Trouble>
    ) {
        let ends = [end, .next(7)]
        let turn = Locked(0)
        let shared = Signal<Int, Trouble> { [started] observer in
            started.increment()
            observer.send(
                ends[
                    turn.withLock { turn in
                        defer { turn += 1 }; return turn
                    }])
            return nil
        }.share()
        let again = Locked<[Int]>([])
        shared.subscribe { event in
            guard event.isEnd else { return }
            shared.onNext { number in again.withLock { $0.append(number) } }
        }
        #expect(again.withLock { $0 } == [7])
        #expect(started.count == 2)
    }

    @Test func `a subscriber that comes to a shared signal in a delivery gets later values`() {
        let shared = work.share()
        let late = Locked<[Int]>([])
        let first = shared.onNext { number in
            guard number == 1 else { return }
            shared.onNext { number in late.withLock { $0.append(number) } }
        }
        source.send(1)
        source.send(2)
        #expect(late.withLock { $0 } == [2])
        first.dispose()
        #expect(cleaned.count == 0)
    }

    @Test func `the last subscriber may leave in a delivery, which stops endless shared work`() {
        let isFree = comesToAnEnd {
            let recorder = Recorder(Signal<Int, Never>.from(0...).share().take(3))
            #expect(recorder.events == [.next(0), .next(1), .next(2), .completed])
        }
        #expect(isFree)
    }

    @Test func `a shared signal runs its work once at a time, and stops it when all threads have left`() {
        let underWay = Locked((now: 0, most: 0))
        let shared = Signal<Int, Never> { observer in
            underWay.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            observer.send(1)
            return ActionDisposable { underWay.withLock { $0.now -= 1 } }
        }.share()
        let isFree = comesToAnEnd {
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for _ in 0..<500 { shared.subscribe { _ in }.dispose() }
            }
        }
        #expect(isFree)
        #expect(underWay.withLock { $0.now } == 0)
    }
}

@Suite struct ShareReplayingTests {
    private let source = Subject<Int, Trouble>()
    private let started = Counter()

    private var shared: Signal<Int, Trouble> {
        Signal { [source, started] observer in
            started.increment()
            return source.signal.subscribe { observer.send($0) }
        }.share(replaying: 2)
    }

    @Test func `a late subscriber gets the last values, and then the same as the others`() {
        let shared = shared
        let first = Recorder(shared)
        for number in 1...3 { source.send(number) }
        let second = Recorder(shared)
        #expect(second.values == [2, 3])
        source.send(4)
        #expect(first.values == [1, 2, 3, 4])
        #expect(second.values == [2, 3, 4])
        #expect(started.count == 1)
    }

    @Test func `a signal shared with replay keeps its values after completion, and starts nothing again`() {
        let shared = shared
        let first = Recorder(shared)
        for event in [.next(1), .next(2), .completed] as [Event<Int, Trouble>] { source.send(event) }
        first.dispose()
        for _ in 1...2 { #expect(Recorder(shared).events == [.next(1), .next(2), .completed]) }
        #expect(started.count == 1)
    }

    @Test func `a subscriber that comes after a failure starts the work again`() {
        let shared = Signal<Int, Trouble> { [started] observer in
            started.increment()
            observer.send(started.count)
            if started.count == 1 { observer.send(.failed(.line)) }
            return nil
        }.share(replaying: 2)
        #expect(Recorder(shared).events == [.next(1), .failed(.line)])
        #expect(Recorder(shared).events == [.next(2)])
    }

    @Test func `a signal shared with replay forgets its values when the last subscriber leaves before the end`() {
        let shared = shared
        let first = Recorder(shared)
        source.send(1)
        first.dispose()
        #expect(Recorder(shared).values == [])
        #expect(started.count == 2)
    }

    @Test func `a subscriber that comes in a delivery gets that value once from a signal shared with replay`() {
        let shared = shared
        let late = Subject<Int, Never>()
        let recorder = Recorder(late.signal)
        shared.onNext { number in
            if number == 1 { shared.onNext { late.send($0) } }
        }
        for number in 1...2 { source.send(number) }
        #expect(recorder.values == [1, 2])
    }
}
