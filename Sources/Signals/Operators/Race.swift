extension Signal {
    /// The events of whichever signal sends one first, be it the end; the others are disposed of then.
    ///
    ///     first   -----1--2--|
    ///     second  --a----b------c--|
    ///     race    --a----b------c--|
    ///
    /// A race of none is empty.
    public static func race(_ signals: [Signal]) -> Signal {
        guard !signals.isEmpty else { return .empty }
        return Signal(serial: { receive, subscription in
            let parts = signals.map { _ in subscription.makePart() }
            let junction = Junction(Int?.none, to: receive) {
                (message: (place: Int, event: Event<Value, Failure>), winner, junction) in
                if winner == nil {
                    winner = message.place
                    for (place, part) in parts.enumerated() where place != message.place { part.dispose() }
                }
                if winner == message.place { junction.emit(message.event) }
            }
            for (place, signal) in signals.enumerated() {
                signal.start(in: parts[place]) { junction.send((place, $0)) }
            }
        })
    }
}
