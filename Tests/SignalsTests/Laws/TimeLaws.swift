import Signals
import System
import TestSupport
import Testing

/// Compares the timed operators with plain lists of what should come when.
@Suite struct TimeLaws {
    private func expect<Output>(
        _ operation: (Signal<Int, Trouble>, VirtualScheduler) -> Signal<Output, Trouble>,
        toBeLike model: ([Moment<Int>]) -> [Moment<Output>]
    ) {
        for timeline in Timeline.generated {
            #expect(timeline.after(operation) == model(timeline.moments), "\(timeline.moments)")
        }
    }

    @Test(arguments: [1, 3, 5]) func `debounce sends a value that no other follows in time`(_ seconds: Int) {
        expect({ $0.debounce(for: .seconds(seconds), on: $1) }) { moments in
            moments.indices.compactMap { place in
                let moment = moments[place]
                guard case .next = moment.event else { return moment }
                let due = moment.time + seconds
                guard place + 1 < moments.count, moments[place + 1].time < due else {
                    return Moment(time: due, event: moment.event)
                }
                let next = moments[place + 1]
                return next.event.isEnd ? Moment(time: next.time, event: moment.event) : nil
            }
        }
    }

    @Test(arguments: [1, 3, 5]) func `throttle sends the latest value, one per interval`(_ seconds: Int) {
        expect({ $0.throttle(for: .seconds(seconds), on: $1) }) { moments in
            var told: [Moment<Int>] = []
            var waiting: Event<Int, Trouble>?
            var opening = 0
            for moment in moments + [Moment(time: 1000, event: .next(0))] {
                if let value = waiting, opening <= moment.time {
                    told.append(Moment(time: opening, event: value))
                    waiting = nil
                    opening += seconds
                }
                if moment.event.isEnd {
                    if let value = waiting { told.append(Moment(time: moment.time, event: value)) }
                    return told + [moment]
                }
                if moment.time < opening {
                    waiting = moment.event
                } else {
                    told.append(moment)
                    opening = moment.time + seconds
                }
            }
            return told.dropLast()
        }
    }

    @Test(arguments: [1, 3, 5]) func `delay sends everything later, but a failure at once`(_ seconds: Int) {
        expect({ $0.delay(by: .seconds(seconds), on: $1) }) { moments in
            let late = moments.map { Moment(time: $0.time + seconds, event: $0.event) }
            guard let last = moments.last, last.event == .failed(.line) else { return late }
            return late.filter { $0.time <= last.time } + [last]
        }
    }

    @Test(arguments: [1, 3, 5]) func `timeout fails in the first pause that is too long`(_ seconds: Int) {
        expect({ $0.timeout(after: .seconds(seconds), failingWith: .power, on: $1) }) { moments in
            var told: [Moment<Int>] = []
            var due = seconds
            for moment in moments {
                if moment.time >= due { break }
                told.append(moment)
                if moment.event.isEnd { return told }
                due = moment.time + seconds
            }
            return told + [Moment(time: due, event: .failed(.power))]
        }
    }

    @Test(arguments: [1, 3, 5], [2, 3, Int.max])
    func `buffer sends the values of an interval that began with a value`(_ seconds: Int, _ most: Int) {
        expect({ $0.buffer(for: .seconds(seconds), atMost: most, on: $1) }) { moments in
            var told: [Moment<[Int]>] = []
            var values: [Int] = []
            var due = 0
            func tell(at time: Int) {
                if !values.isEmpty { told.append(Moment(time: time, event: .next(values))) }
                values = []
            }
            for moment in moments {
                if due <= moment.time { tell(at: due) }
                guard case .next(let value) = moment.event else {
                    tell(at: moment.time)
                    return told + [Moment(time: moment.time, event: moment.event.map { [$0] })]
                }
                if values.isEmpty { due = moment.time + seconds }
                values.append(value)
                if values.count == most { tell(at: moment.time) }
            }
            tell(at: due)
            return told
        }
    }
}

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
