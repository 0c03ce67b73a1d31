extension Signal {
    /// A signal for each key, with the values that have it; a new key's comes with its first value.
    ///
    ///     source         --1--2--3--4--|
    ///     groupBy(even)  --A--B--------|
    ///     A              --1-----3-----|
    ///     B              -----2-----4--|
    ///
    /// A group is hot; it keeps what comes before its first subscriber, who hears of it first. Groups end as the source
    /// does, and complete when the subscription that they came from is disposed of.
    public func groupBy<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (Value) -> Key
    ) -> Signal<Group<Key, Value, Failure>, Failure> {
        relay { receive in
            let groups = Serial<[Key: PatientSubject<Value, Failure>]>([:])
            return { event in
                switch event {
                case .next(let value):
                    let key = key(value)
                    if let group = groups.state[key] { return group.send(event) }
                    let group = PatientSubject<Value, Failure>()
                    groups.update { $0[key] = group }
                    group.send(event)
                    receive(.next(Group(key: key, signal: group.signal)))
                case .completed:
                    groups.end(with: event)
                    receive(.completed)
                case .failed(let failure):
                    groups.end(with: event)
                    receive(.failed(failure))
                }
            }
        }
    }
}

/// The values of one key.
public struct Group<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    public let key: Key
    public let signal: Signal<Value, Failure>
}

extension Serial {
    fileprivate func end<Key, Value, Failure>(with end: Event<Value, Failure>)
    where State == [Key: PatientSubject<Value, Failure>] {
        let groups = update { groups in
            defer { groups = [:] }
            return groups
        }
        for group in groups.values { group.send(end) }
    }
}
