extension Signal {
    /// The source's values, and when it has completed those of the next signal, which starts only then.
    ///
    ///     source  --1--2--|
    ///     next            ---3--4--|
    ///     concat  --1--2-----3--4--|
    ///
    /// A failure of the source ends it without the next.
    public func concat(with next: Signal) -> Signal {
        Signal(serial: { receive, subscription in
            let part = subscription.makePart()
            start(in: part) { event in
                guard case .completed = event else { return receive(event) }
                part.dispose()
                next.start(partOf: subscription, receive)
            }
        })
    }

    /// The values of each signal when those before it have completed.
    ///
    ///     first   --1--2--|
    ///     second          ---3--|
    ///     third                 --4--|
    ///     concat  --1--2-----3----4--|
    public static func concat(_ signals: [Signal]) -> Signal {
        Signal<Signal, Failure>.from(signals).flatten(.concat)
    }
}
