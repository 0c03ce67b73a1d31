import Dispatch
import Signals
import System
import TestSupport
import Testing

/// What holds for every operator.
@Suite struct OperatorTests {
    private let clock = VirtualScheduler()
    private let source = Subject<Int, Trouble>()

    private func send(_ numbers: ClosedRange<Int>) {
        for number in numbers {
            source.send(number)
            clock.advance(by: .seconds(10))
        }
    }

    @Test(arguments: Operator.all) func `an operator lets values through`(_ tested: Operator) {
        let recorder = Recorder(tested.apply(source.signal, clock))
        send(1...5)
        #expect(!recorder.values.isEmpty)
    }

    @Test(arguments: Operator.all.filter(\.passesCompletionOn))
    func `an operator completes with its source, once`(_ tested: Operator) {
        let recorder = Recorder(tested.apply(source.signal, clock))
        send(1...5)
        source.send(.completed)
        clock.advance(by: .seconds(100))
        source.send(6)
        #expect(recorder.events.last == .completed)
        #expect(recorder.events.filter(\.isEnd).count == 1)
    }

    @Test(arguments: Operator.all.filter(\.passesFailuresOn))
    func `an operator passes a failure on, and nothing after it`(_ tested: Operator) {
        let recorder = Recorder(tested.apply(source.signal, clock))
        send(1...5)
        source.send(.failed(.power))
        clock.advance(by: .seconds(100))
        source.send(6)
        #expect(recorder.events.last == .failed(.power))
        #expect(recorder.events.filter(\.isEnd).count == 1)
    }

    @Test(arguments: Operator.all) func `an operator sends nothing to a disposed subscription`(_ tested: Operator) {
        let recorder = Recorder(tested.apply(source.signal, clock))
        send(1...5)
        source.send(6)
        recorder.dispose()
        let count = recorder.events.count
        clock.advance(by: .seconds(100))
        send(7...9)
        #expect(recorder.events.count == count)
    }

    @Test(arguments: Operator.all) func `an operator's subscription can be disposed of during a delivery`(
        _ tested: Operator
    ) {
        let subscription = CompositeDisposable()
        let received = Counter()
        subscription.add(
            tested.apply(source.signal, clock).subscribe { _ in
                received.increment()
                subscription.dispose()
            })
        send(1...5)
        source.send(.completed)
        clock.advance(by: .seconds(100))
        #expect(received.count == 1)
    }

    @Test(arguments: Operator.all) func `an operator's subscriber may send to the source`(_ tested: Operator) {
        let isFree = comesToAnEnd { [source, clock] in
            let received = Counter()
            tested.apply(source.signal, clock).onNext { _ in
                received.increment()
                if received.count < 20 { source.send(100 + received.count) }
            }
            for number in 1...5 {
                source.send(number)
                clock.advance(by: .seconds(10))
            }
            #expect(received.count > 0)
        }
        #expect(isFree)
    }

    @Test(arguments: Operator.all) func `an operator's subscriber may subscribe again`(_ tested: Operator) {
        let isFree = comesToAnEnd { [source, clock] in
            let signal = tested.apply(source.signal, clock)
            let inner = CompositeDisposable()
            signal.onNext { _ in inner.add(signal.onNext { _ in }) }
            for number in 1...5 {
                source.send(number)
                clock.advance(by: .seconds(10))
            }
            inner.dispose()
        }
        #expect(isFree)
    }

    /// How a subscription may end.
    enum Ending: CaseIterable, Sendable {
        case disposed, completed, failed
    }

    @Test(arguments: Operator.all, Ending.allCases)
    func `a hundred subscriptions of an operator leave nothing behind`(_ tested: Operator, _ ending: Ending) {
        let live = Locked(0)
        // Kept until the end, because a source that is deallocated would release subscribers that were not removed.
        let sources = (0..<100).map { _ in Subject<Int, Trouble>() }
        for source in sources {
            let tracked = Tracked(live)
            let subscription = tested.apply(source.signal.map { tracked.pass($0) }, clock)
                .subscribe { _ in withExtendedLifetime(tracked) {} }
            for number in 1...3 { source.send(number) }
            switch ending {
            case .disposed: subscription.dispose()
            case .completed: source.send(.completed)
            case .failed: source.send(.failed(.line))
            }
            clock.advance(by: .seconds(10))
            if !tested.passesFailuresOn || !tested.passesCompletionOn { subscription.dispose() }
        }
        clock.advance(by: .seconds(100))
        withExtendedLifetime(sources) { #expect(live.withLock { $0 } == 0) }
    }

    @Test(arguments: Operator.all) func `many threads may send to an operator, subscribe and dispose at once`(
        _ tested: Operator
    ) {
        let isFree = comesToAnEnd { [source, clock] in
            let overlaps = Counter()
            let signal = tested.apply(source.signal, clock)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 1...50 {
                    switch thread {
                    case 0: source.send(number)
                    case 1: clock.advance(by: .seconds(1))
                    default:
                        let isBusy = Locked(false)
                        let subscription = signal.onNext { _ in
                            if isBusy.withLock({ busy in
                                defer { busy = true }; return busy
                            }) {
                                overlaps.increment()
                            }
                            isBusy.withLock { $0 = false }
                        }
                        source.send(number)
                        subscription.dispose()
                    }
                }
            }
            #expect(overlaps.count == 0)
        }
        #expect(isFree)
    }
}
