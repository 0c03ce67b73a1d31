extension Signal {
    /// Leaves out values until another signal sends a value or completes. An end comes at once.
    ///
    ///     source       --1--2--3--4--|
    ///     other        -------a------|
    ///     skip(until)  --------3--4--|
    public func skip<Other: Sendable>(until other: Signal<Other, Never>) -> Signal {
        Signal(serial: { receive, subscription in
            let junction = Junction(false, to: receive) { (message: Message<Value, Failure>, isOpen, junction) in
                switch message {
                case .opened: isOpen = true
                case .event(let event): if isOpen || event.isEnd { junction.emit(event) }
                }
            }
            other.take(1).start(partOf: subscription) { _ in junction.send(.opened) }
            start({ junction.send(.event($0)) }, subscription)
        })
    }
}

private enum Message<Value: Sendable, Failure: Error>: Sendable {
    case event(Event<Value, Failure>)
    case opened
}
