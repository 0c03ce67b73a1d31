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

/// An operator, built for the tests of `OperatorTests`, which hold for every one.
///
/// Each lets at least one of a few values through, passes the failure on and completes with its source, unless it says
/// otherwise.
struct Operator: CustomTestStringConvertible, Sendable {
    let name: String
    /// Whether a failure of the source reaches the subscriber. False if the operator's purpose is to hide it.
    var passesFailuresOn = true
    /// Whether the completion of the source reaches the subscriber.
    var passesCompletionOn = true
    let apply: @Sendable (Signal<Int, Trouble>, VirtualScheduler) -> Signal<Int, Trouble>

    init(
        _ name: String, passesFailuresOn: Bool = true, passesCompletionOn: Bool = true,
        _ apply: @escaping @Sendable (Signal<Int, Trouble>, VirtualScheduler) -> Signal<Int, Trouble>
    ) {
        self.name = name
        self.passesFailuresOn = passesFailuresOn
        self.passesCompletionOn = passesCompletionOn
        self.apply = apply
    }

    var testDescription: String { name }

    /// Every operator. Add a new one to one of these lists.
    static let all = transforming + limiting + combining + recovering + timing + sharing
}

extension Operator {
    static let transforming: [Operator] = [
        Operator("map") { source, _ in source.map { $0 + 1 } },
        Operator("mapReplace") { source, _ in source.mapReplace(1) },
        Operator("tryMap") { source, _ in source.tryMap { $0 + 1 } },
        Operator("ignore") { source, _ in source.ignore(0) },
        Operator("ignoreValues") { source, _ in source.ignoreValues(as: Int.self).startWith(0) },
        Operator("materialize and dematerialize") { source, _ in source.materialize().dematerialize() },
        Operator("combinePrevious") { source, _ in source.combinePrevious(0).map { $0.1 } },
        Operator("group") { source, _ in source.group { $0.isMultiple(of: 2) }.flatMap(.merge) { $0.signal } },
        Operator("filter") { source, _ in source.filter { $0 > 0 } },
        Operator("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
        Operator("compactMap") { source, _ in source.compactMap { $0 > 1 ? $0 : nil } },
        Operator("scan") { source, _ in source.scan(0, +) },
        Operator("reduce") { source, _ in source.reduce(0, +).startWith(0) },
        Operator("collect") { source, _ in source.collect().map(\.count).startWith(0) },
        Operator("collect(count)") { source, _ in source.collect(2).map(\.count) },
        Operator("buffer") { source, _ in source.buffer(3, skip: 1).map(\.count) },
        Operator("startWith") { source, _ in source.startWith(0) },
        Operator("on") { source, _ in source.on(next: { _ in }, disposed: {}) },
        Operator("any") { source, _ in source.any { $0 > 100 }.map { $0 ? 1 : 0 }.startWith(0) },
        Operator("all") { source, _ in source.all { $0 < 100 }.map { $0 ? 1 : 0 }.startWith(0) },
        Operator("log") { source, _ in source.log("numbers", to: { _ in }) }
    ]
}

extension Operator {
    static let limiting: [Operator] = [
        Operator("take") { source, _ in source.take(1_000_000) },
        Operator("first", passesFailuresOn: false) { source, _ in source.first { $0 > 1 } },
        Operator("take(last:)") { source, _ in source.take(last: 2).startWith(0) },
        Operator("take(while:)") { source, _ in source.take(while: { $0 < 1000 }) },
        Operator("take(until:)") { source, _ in source.take(until: Signal<Int, Never>.never) },
        Operator("skip") { source, _ in source.skip(1) },
        Operator("skip(while:)") { source, _ in source.skip(while: { $0 < 2 }) },
        Operator("skip(until:)") { source, _ in source.skip(until: Signal<Int, Never>.just(1)) }
    ]
}

extension Operator {
    static let combining: [Operator] = [
        Operator("combineLatest") { source, _ in source.combineLatest(with: source).map { $0 + $1 } },
        Operator("combineLatest of three") { source, _ in source.combineLatest(with: source, .just(1)).map { $0.1 } },
        Operator("combineLatest of four") { source, _ in
            source.combineLatest(with: .just(1), source, source).map { $0.3 }
        },
        Operator("combineLatest of many") { source, _ in .combineLatest([source, .just(1), source]).map { $0[2] } },
        Operator("zip") { source, _ in source.zip(with: source).map { $0 + $1 } },
        Operator("zip of three") { source, _ in source.zip(with: .from(0...100), source).map { $0.2 } },
        Operator("zip of many") { source, _ in .zip([source, .from(0...100), source]).map { $0[2] } },
        Operator("merge") { source, _ in source.merge(with: .just(1)) },
        Operator("merge of many") { source, _ in .merge([.just(1), source, source]) },
        Operator("concat") { source, _ in source.take(1).concat(with: source) },
        Operator("concat of many") { source, _ in .concat([.just(1), source]) },
        Operator("then") { source, _ in source.take(1).then(source) },
        Operator("withLatest") { source, _ in source.withLatest(from: .just(1)).map { $0.0 } },
        Operator("sample") { source, _ in source.sample(on: source) },
        Operator("take(untilReplacedBy:)", passesCompletionOn: false) { source, _ in
            source.take(untilReplacedBy: .never)
        },
        Operator("take(untilReplacedBy: source)") { source, _ in Signal.just(1).take(untilReplacedBy: source) },
        Operator("flatMap(.merge)") { source, _ in source.flatMap(.merge) { .just($0) } },
        Operator("flatMap(.merge(atMost:))") { source, _ in source.flatMap(.merge(atMost: 2)) { .just($0) } },
        Operator("flatMap(.concat)") { source, _ in source.flatMap(.concat) { .just($0) } },
        Operator("flatMap(.latest)") { source, _ in source.flatMap(.latest) { .just($0) } },
        Operator("flatMap(.first)") { source, _ in source.flatMap(.first) { .just($0) } },
        Operator("flatMap(.merge) of the source") { source, _ in source.flatMap(.merge) { _ in source } },
        Operator("flatMap(.latest) of the source") { source, _ in source.flatMap(.latest) { source.startWith($0) } }
    ]
}

extension Operator {
    static let recovering: [Operator] = [
        Operator("catch", passesFailuresOn: false) { source, _ in source.catch { _ in Signal<Int, Trouble>.just(0) } },
        Operator("catch that fails") { source, _ in source.catch { Signal<Int, Trouble>.fail($0) } },
        Operator("retry") { source, _ in source.retry(2) },
        Operator("repeat") { source, _ in source.repeat(2) }
    ]
}

extension Operator {
    static let timing: [Operator] = [
        Operator("throttle") { source, clock in source.throttle(for: .seconds(1), on: clock) },
        Operator("debounce") { source, clock in source.debounce(for: .seconds(1), on: clock) },
        Operator("delay") { source, clock in source.delay(by: .seconds(1), on: clock) },
        Operator("timeout") { source, clock in
            source.timeout(after: .seconds(1000), failingWith: .line, on: clock)
        },
        Operator("buffer(for:)") { source, clock in
            source.buffer(for: .seconds(1), on: clock).map { $0.reduce(0, +) }
        },
        Operator("buffer(for:atMost:)") { source, clock in
            source.buffer(for: .seconds(1), atMost: 2, on: clock).map { $0.reduce(0, +) }
        },
        Operator("subscribe(on:)") { source, clock in source.subscribe(on: clock) },
        Operator("deliver(on:)") { source, clock in source.deliver(on: clock) }
    ]
}

extension Operator {
    static let sharing: [Operator] = [
        Operator("share") { source, _ in source.share() },
        Operator("share(replaying:)") { source, _ in source.share(replaying: 2) }
    ]
}
