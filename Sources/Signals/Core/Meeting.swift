extension Signal {
    /// Combines both signals' values as soon as each lane has one.
    func meet<First: Lane<Value>, Second: Lane>(
        _ other: Signal<Second.Value, Failure>, in first: First, _ second: Second
    ) -> Signal<(Value, Second.Value), Failure> {
        Signal<(Value, Second.Value), Failure>(serial: { receive, subscription in
            let meeting = Meeting(first: Party(lane: first), second: Party(lane: second))
            let junction = Junction(meeting, to: receive) {
                (side: Side<Value, Second.Value, Failure>, meeting, junction) in
                switch side {
                case .first(.next(let value)): meeting.first.lane.append(value)
                case .second(.next(let value)): meeting.second.lane.append(value)
                case .first(.completed): meeting.first.isComplete = true
                case .second(.completed): meeting.second.isComplete = true
                case .first(.failed(let failure)), .second(.failed(let failure)): junction.emit(.failed(failure))
                }
                if side.isNext, let pair = meeting.next() { junction.emit(.next(pair)) }
                if meeting.isOver { junction.emit(.completed) }
            }
            start(partOf: subscription) { junction.send(.first($0)) }
            other.start(partOf: subscription) { junction.send(.second($0)) }
        })
    }

    /// Combines all signals' values as soon as each lane has one.
    static func meet(_ signals: [Signal], in lane: some Lane<Value>) -> Signal<[Value], Failure> {
        guard !signals.isEmpty else { return .empty }
        return Signal<[Value], Failure>(serial: { receive, subscription in
            let meeting = Assembly(parties: signals.map { _ in Party(lane: lane) })
            let junction = Junction(meeting, to: receive) {
                (message: (place: Int, event: Event<Value, Failure>), meeting, junction) in
                switch message.event {
                case .next(let value):
                    meeting.parties[message.place].lane.append(value)
                    if let values = meeting.next() { junction.emit(.next(values)) }
                case .completed: meeting.parties[message.place].isComplete = true
                case .failed(let failure): junction.emit(.failed(failure))
                }
                if meeting.isOver { junction.emit(.completed) }
            }
            for (place, signal) in signals.enumerated() {
                signal.start(partOf: subscription) { junction.send((place, $0)) }
            }
        })
    }
}

private struct Party<Kept: Lane> {
    var lane: Kept
    var isComplete = false

    /// Whether it has no more values to give, so that the others' can't be combined.
    var isExhausted: Bool { isComplete && lane.isEmpty }
}

private struct Meeting<First: Lane, Second: Lane> {
    var first: Party<First>
    var second: Party<Second>

    var isOver: Bool {
        first.isExhausted || second.isExhausted || (first.isComplete && second.isComplete)
    }

    mutating func next() -> (First.Value, Second.Value)? {
        guard !first.lane.isEmpty, !second.lane.isEmpty else { return nil }
        guard let one = first.lane.next(), let other = second.lane.next() else { return nil }
        return (one, other)
    }
}

/// A meeting of any number of signals.
private struct Assembly<Kept: Lane> {
    var parties: [Party<Kept>]

    var isOver: Bool { parties.contains(where: \.isExhausted) || parties.allSatisfy(\.isComplete) }

    mutating func next() -> [Kept.Value]? {
        guard !parties.contains(where: \.lane.isEmpty) else { return nil }
        return parties.indices.compactMap { parties[$0].lane.next() }
    }
}
