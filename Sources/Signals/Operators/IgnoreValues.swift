extension Signal {
    /// The end alone. No value ever comes, which the type says, unless it is to stand in for a signal of another type.
    ///
    ///     source        --1--2--3--|
    ///     ignoreValues  -----------|
    public func ignoreValues<Other: Sendable>(as type: Other.Type = Never.self) -> Signal<Other, Failure> {
        relay { receive in
            { event in
                switch event {
                case .next: break
                case .completed: receive(.completed)
                case .failed(let failure): receive(.failed(failure))
                }
            }
        }
    }
}
