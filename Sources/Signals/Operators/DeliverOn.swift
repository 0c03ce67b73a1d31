extension Signal {
    /// The same events in the same order, delivered on a scheduler.
    ///
    ///     source        --1--2--|
    ///     deliver(on:)  ---1--2--|
    package func deliver(on scheduler: Scheduler) -> Signal {
        Signal { observer in
            subscribe { event in
                scheduler.run { observer.send(event) }
            }
        }
    }

    /// Hears of the values on the main queue, where the interface lives; a disposed subscription hears of none.
    @discardableResult
    package func onMain(_ receive: @escaping @MainActor @Sendable (Value) -> Void) -> any Disposable {
        deliver(on: .main).onNext { value in
            MainActor.assumeIsolated { receive(value) }
        }
    }
}
