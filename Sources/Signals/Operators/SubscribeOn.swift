extension Signal {
    /// Starts the work behind the signal on a scheduler, and cleans it up there. The work decides where events arrive.
    ///
    ///     subscribed       s
    ///     source             --1--2--|
    ///     subscribe(on:)   ----1--2--|
    ///
    /// A disposed subscription is over at once; the clean-up waits its turn on the scheduler.
    public func subscribe(on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let work = CompositeDisposable()
            let beginning = PendingWork { start(receive, work) }
            subscription.add {
                beginning.dispose()
                work.dispose(on: scheduler)
            }
            scheduler.run { beginning.run() }
        })
    }
}
