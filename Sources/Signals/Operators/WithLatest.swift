extension Signal {
    /// Sends each value with the latest one of the other signal, once that has sent one. Only the source triggers it.
    ///
    ///     source      --1-----2-----3--|
    ///     other       -----a-----b---------
    ///     withLatest  --------2a----3b-|
    ///
    /// It completes with the source, or if the other completes without a value. A failure of either ends it.
    public func withLatest<Other: Sendable>(from other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(serial: { receive, subscription in
            let junction = Junction(Other?.none, to: receive) {
                (side: Side<Value, Other, Failure>, latest, junction) in
                switch side {
                case .first(.next(let value)):
                    if let latest { junction.emit(.next((value, latest))) }
                case .second(.next(let value)): latest = value
                case .first(.completed): junction.emit(.completed)
                case .second(.completed):
                    if latest == nil { junction.emit(.completed) }
                case .first(.failed(let failure)), .second(.failed(let failure)): junction.emit(.failed(failure))
                }
            }
            // The other starts first, so that its immediate values are there for the source's immediate ones.
            other.start(partOf: subscription) { junction.send(.second($0)) }
            start(partOf: subscription) { junction.send(.first($0)) }
        })
    }
}
