import Signals
import System
import TestSupport

/// An event at a second of a virtual clock.
struct Moment<Value: Sendable & Equatable>: Equatable, Sendable, CustomStringConvertible {
    let time: Int
    let event: Event<Value, Trouble>

    var description: String { "\(time): \(event)" }
}

/// Numbers sent at certain seconds, and perhaps an end.
struct Timeline: Sendable {
    let moments: [Moment<Int>]

    /// Bursts and pauses with every kind of end, always the same ones.
    static let generated = (0..<300).map { Timeline(seed: $0) }

    private init(seed: UInt64) {
        var chance = SplitMix(state: seed)
        var moments: [Moment<Int>] = []
        var time = 0
        for number in 0..<Int.random(in: 0...12, using: &chance) {
            time += Bool.random(using: &chance) ? 0 : Int.random(in: 1...8, using: &chance)
            moments.append(Moment(time: time, event: .next(number)))
        }
        let end = [nil, .completed, .failed(.line)].randomElement(using: &chance) as Event<Int, Trouble>??
        if let end = end ?? nil {
            moments.append(Moment(time: time + Int.random(in: 0...8, using: &chance), event: end))
        }
        self.moments = moments
    }

    /// The events after `operation`, long after the last moment.
    func after<Output>(
        _ operation: (Signal<Int, Trouble>, VirtualScheduler) -> Signal<Output, Trouble>
    ) -> [Moment<Output>] {
        let clock = VirtualScheduler()
        let source = Subject<Int, Trouble>()
        let heard = Locked<[Moment<Output>]>([])
        let subscription = operation(source.signal, clock).subscribe { event in
            heard.withLock { $0.append(Moment(time: Int(clock.now / .seconds(1)), event: event)) }
        }
        for moment in moments {
            clock.advance(by: .seconds(moment.time) - clock.now)
            source.send(moment.event)
        }
        clock.advance(by: .seconds(1000))
        subscription.dispose()
        return heard.withLock { $0 }
    }
}
