import Signals
import TestSupport
import Testing

/// What holds for generated sequences of events, whoever sends what and when.
@Suite struct CombiningLaws {
    @Test(arguments: Interleaving.all(of: 3)) func `concat is associative`(_ course: Interleaving) {
        let told = course.play { signals in
            let (a, b, c) = (signals[0], signals[1], signals[2])
            return [a.concat(with: b).concat(with: c), a.concat(with: b.concat(with: c)), .concat([a, b, c])]
        }
        #expect(told.allSatisfy { $0 == told[0] })
    }

    @Test(arguments: Interleaving.all(of: 3)) func `merge is associative`(_ course: Interleaving) {
        let told = course.play { signals in
            let (a, b, c) = (signals[0], signals[1], signals[2])
            return [a.merge(with: b).merge(with: c), a.merge(with: b.merge(with: c)), .merge([a, b, c])]
        }
        #expect(told.allSatisfy { $0 == told[0] })
    }

    @Test(arguments: Interleaving.all(of: 2)) func `merge is commutative`(_ course: Interleaving) {
        let told = course.play { [$0[0].merge(with: $0[1]), $0[1].merge(with: $0[0])] }
        #expect(told[0] == told[1])
    }

    @Test(arguments: Interleaving.all(of: 1)) func `empty is neutral for merge and concat`(_ course: Interleaving) {
        let told = course.play { signals in
            let (a, empty) = (signals[0], Signal<Int, Trouble>.empty)
            return [a, a.merge(with: empty), empty.merge(with: a), a.concat(with: empty), empty.concat(with: a)]
        }
        #expect(told.allSatisfy { $0 == told[0] })
    }

    @Test(arguments: Interleaving.all(of: 1)) func `zip with a constant is the first value`(_ course: Interleaving) {
        let told = course.play { [$0[0].zip(with: .just(1)).map { $0.0 }, $0[0].take(1)] }
        #expect(told[0] == told[1])
    }

    @Test(arguments: Interleaving.all(of: 1))
    func `combineLatest with a constant is the source itself`(_ course: Interleaving) {
        let told = course.play { [$0[0].combineLatest(with: .just(1)).map { $0.0 }, $0[0]] }
        #expect(told[0] == told[1])
    }

    @Test(arguments: Interleaving.all(of: 3))
    func `zip pairs the values by their number`(_ course: Interleaving) {
        let told = course.play { [Signal.zip(Array($0.prefix(3)))] }
        for (row, event) in told[0].enumerated() {
            guard case .next(let values) = event else { continue }
            let sent = (0..<3).map { sender in course.values(of: sender)[row] }
            #expect(values == sent)
        }
    }

    @Test(arguments: Interleaving.all(of: 2))
    func `both forms of zip and of combineLatest send the same`(_ course: Interleaving) {
        let told = course.play { signals in
            let (first, second) = (signals[0], signals[1])
            return [
                first.zip(with: second).map { [$0, $1] }, Signal.zip([first, second]),
                first.combineLatest(with: second).map { [$0, $1] }, Signal.combineLatest([first, second])
            ]
        }
        #expect(told[0] == told[1])
        #expect(told[2] == told[3])
    }

    @Test(arguments: Interleaving.all(of: 4))
    func `flatMap(.latest) sends only what the last inner signal sends`(_ course: Interleaving) {
        let told = course.play { signals in
            [signals[0].flatMap(.latest) { signals[1 + $0 % 3] }]
        }
        #expect(told[0] == course.expectedOfLatest())
    }
}

extension Interleaving {
    fileprivate func values(of sender: Int) -> [Int] {
        steps.filter { $0.sender == sender }.prefix { !$0.event.isEnd }.compactMap { step in
            if case .next(let value) = step.event { value } else { nil }
        }
    }

    /// The expected events if the first sender's numbers select which of the three others is followed.
    fileprivate func expectedOfLatest() -> [Event<Int, Trouble>] {
        var told: [Event<Int, Trouble>] = []
        var ends: [Int: Event<Int, Trouble>] = [:]
        var current: Int?
        for step in steps where told.last?.isEnd != true && ends[step.sender] == nil {
            if step.event.isEnd { ends[step.sender] = step.event }
            switch step.event {
            case .next(let number) where step.sender == 0:
                current = 1 + number % 3
                if let end = current.flatMap({ ends[$0] }) {
                    current = nil
                    if case .failed = end { told.append(end) }
                }
            case .next where step.sender == current, .failed where step.sender == current || step.sender == 0:
                told.append(step.event)
            case .completed where step.sender == current: current = nil
            default: break
            }
            if told.last?.isEnd != true, ends[0] != nil, current == nil { told.append(.completed) }
        }
        return told
    }
}

/// The monad laws for signals, with inner signals that send everything at once.
@Suite struct FlatMapLaws {
    static let strategies: [FlattenStrategy] = [.merge, .merge(atMost: 2), .concat]

    /// A signal that depends only on the numbers: some values, and now and then a failure.
    private static func made(of number: Int, seed: UInt64) -> Signal<Int, Trouble> {
        var chance = SplitMix(state: seed &+ UInt64(number) &* 31)
        let values = (0..<Int.random(in: 0...3, using: &chance)).map { number * 10 + $0 }
        let fails = Int.random(in: 0..<12, using: &chance) == 0
        return .sending(values.map(Event.next) + [fails ? .failed(.power) : .completed])
    }

    private func events(_ signal: Signal<Int, Trouble>) -> [Event<Int, Trouble>] { Recorder(signal).events }

    @Test(arguments: UInt64(0)..<50, strategies)
    func `flatMap is associative`(seed: UInt64, strategy: FlattenStrategy) {
        let source = Signal<Int, Trouble>.from(0..<5)
        let inner: @Sendable (Int) -> Signal<Int, Trouble> = { Self.made(of: $0, seed: seed) }
        let innermost: @Sendable (Int) -> Signal<Int, Trouble> = { Self.made(of: $0, seed: seed + 1000) }
        let oneByOne = source.flatMap(strategy, inner).flatMap(strategy, innermost)
        let nested = source.flatMap(strategy) { inner($0).flatMap(strategy, innermost) }
        #expect(events(oneByOne) == events(nested))
    }

    @Test(arguments: UInt64(0)..<50, FlatMapTests.strategies)
    func `flatMap of a single value is its inner signal`(seed: UInt64, strategy: FlattenStrategy) {
        let inner: @Sendable (Int) -> Signal<Int, Trouble> = { Self.made(of: $0, seed: seed) }
        #expect(events(.just(7).flatMap(strategy, inner)) == events(inner(7)))
    }

    @Test(arguments: Interleaving.all(of: 1), FlatMapTests.strategies)
    func `flatMap to single values is the source itself`(_ course: Interleaving, strategy: FlattenStrategy) {
        let told = course.play { [$0[0].flatMap(strategy) { .just($0) }, $0[0]] }
        #expect(told[0] == told[1])
    }
}

/// A generated sequence of events: who sends what, in which order. The same seed makes the same sequence.
struct Interleaving: CustomTestStringConvertible, Sendable {
    struct Step: Sendable {
        let sender: Int
        let event: Event<Int, Trouble>
    }

    let steps: [Step]
    let testDescription: String

    init(of senders: Int, seed: UInt64) {
        var chance = SplitMix(state: seed)
        var steps: [Step] = []
        for number in 0..<Int.random(in: 0...30, using: &chance) {
            let sender = Int.random(in: 0..<senders, using: &chance)
            let event: Event<Int, Trouble> =
                switch Int.random(in: 0..<20, using: &chance) {
                case 0, 1: .completed
                case 2: .failed(.line)
                default: .next(number)
                }
            steps.append(Step(sender: sender, event: event))
        }
        self.steps = steps
        testDescription = "seed \(seed)"
    }

    static func all(of senders: Int) -> [Interleaving] { (0..<100).map { Interleaving(of: senders, seed: $0) } }

    /// The events of each signal, all of them subscribed to before the first step.
    func play<Value: Sendable>(
        _ signals: ([Signal<Int, Trouble>]) -> [Signal<Value, Trouble>]
    ) -> [[Event<Value, Trouble>]] {
        let subjects = (0...(steps.map(\.sender).max() ?? 0)).map { _ in Subject<Int, Trouble>() }
        let senders = (0..<8).map { $0 < subjects.count ? subjects[$0].signal : .never }
        let recorders = signals(senders).map { Recorder($0) }
        for step in steps { subjects[step.sender].send(step.event) }
        return recorders.map(\.events)
    }
}
