import Signals
import TestSupport
import Testing

/// Random but reproducible events: any number of values, then perhaps an end.
struct Course: CustomStringConvertible, Sendable {
    let events: [Event<Int, Trouble>]
    /// A number that may be larger or smaller than the number of values.
    let count: Int
    private let seed: UInt64

    private init(seed: UInt64) {
        var chance = SplitMix(state: seed)
        let values = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
            Event<Int, Trouble>.next(.random(in: -3...3, using: &chance))
        }
        let ends: [[Event<Int, Trouble>]] = [[.completed], [.failed(.line)], [.failed(.power)], []]
        events = values + (ends.randomElement(using: &chance) ?? [])
        count = .random(in: 0...7, using: &chance)
        self.seed = seed
    }

    /// Expects a law to hold for a few hundred courses, and names those that break it.
    static func expectOfEach(sourceLocation: SourceLocation = #_sourceLocation, _ law: (Course) -> Bool) {
        for course in (0..<300).map({ Course(seed: $0) }) {
            #expect(law(course), "\(course)", sourceLocation: sourceLocation)
        }
    }

    var description: String { "seed \(seed), count \(count), events \(events)" }

    var signal: Signal<Int, Trouble> { .sending(events) }

    var values: [Int] { signal.toldValues }

    /// The end, if any.
    var end: Event<Int, Trouble>? { events.last { $0.isEnd } }

    var isCompleted: Bool { end == .completed }

    var isFailed: Bool { end != nil && !isCompleted }
}
