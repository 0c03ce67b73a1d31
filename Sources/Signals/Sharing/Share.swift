extension Signal {
    /// One subscription for all who are subscribed: it starts with the first of them and is disposed of with the last.
    ///
    ///     source      --1--2--3--|
    ///     subscribed  --1--2--3--|
    ///     and later        ^--3--|
    ///
    /// Who comes when nobody is there, or after an end, begins anew.
    public func share() -> Signal {
        shared(over: Subject.init, remembersCompletion: false)
    }
}
