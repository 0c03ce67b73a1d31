import Signals
import TestSupport
import Testing

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
