import Signals
import TestSupport
import Testing

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
