extension Signal {
    /// Like `share()`, and who comes late is told at once the last values that were, at most so many of them.
    ///
    ///     source      --1--2--3--|
    ///     subscribed  --1--2--3--|
    ///     replay(1)        ^2-3--|
    ///     after it                ^3|
    ///
    /// After completion the values and the completion are kept, and nothing is started again. Who comes after a
    /// failure, or when the last one has left before the end, begins anew and hears nothing of what was.
    ///
    /// To keep the values while nobody is there, `multicast(over: ReplaySubject(capacity: …)).autoConnect()`.
    public func replay(_ capacity: Int = .max) -> Signal {
        shared(over: { ReplaySubject(capacity: capacity) }, remembersCompletion: true)
    }
}
