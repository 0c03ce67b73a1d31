extension Signal {
    /// Sends the source's latest value whenever the sampler sends one, even the same value again.
    ///
    ///     source   --1--2--------3------|
    ///     sampler  -------x---x------x-----x--|
    ///     sample   -------2---2------3-----3--|
    ///
    /// It completes with the sampler, or if the source completes without a value. A failure of either ends it.
    public func sample<Sampler: Sendable>(on sampler: Signal<Sampler, Failure>) -> Signal {
        sampler.withLatest(from: self).map { _, latest in latest }
    }
}
