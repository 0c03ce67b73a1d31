extension Signal {
    /// The source's latest value whenever the sampler sends one, also the same value again.
    ///
    ///     source   --1--2--------3------|
    ///     sampler  -------x---x------x-----x--|
    ///     sample   -------2---2------3-----3--|
    ///
    /// It completes with the sampler, or when the source completes that never sent a value; a failure of either ends it.
    public func sample<Sampler: Sendable>(on sampler: Signal<Sampler, Failure>) -> Signal {
        sampler.withLatest(from: self).map { _, latest in latest }
    }
}
